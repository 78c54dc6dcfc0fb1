import { shortText } from '../../models/hosted/short-text.ts'
import type { Ports } from '../../ports.ts'
import { Pace } from './pace.ts'
import { type Progress, pauseText } from './progress.ts'

const WIDTH = 24
const CLEAR = '\r\u001b[K'
/** A line that the terminal breaks in two cannot be cleared; without the mark of what was cut off. */
const COLUMNS = 75

/** A bar that is drawn over and cleared. */
export function progressBar({ stderr, now }: Pick<Ports, 'stderr' | 'now'>): Progress {
  let drawn = Number.NEGATIVE_INFINITY
  let shown = ''
  let bar = ''
  const pace = new Pace(now)
  return {
    show(what, done, total) {
      if (total === 0) return
      const left = pace.left(what, done, total)
      // What begins is always drawn: it may keep the process too busy to draw again.
      if (done < total && what === shown && now() - drawn < 50) return
      drawn = now()
      shown = what
      const filled = Math.round((WIDTH * done) / Math.max(1, total))
      bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${what} ${done}/${total}`
      stderr(`${CLEAR}${bar}${left}`)
    },
    pausing(why, milliseconds) {
      drawn = now()
      stderr(
        `${CLEAR}${shortText([bar, pauseText(why, milliseconds)].filter((part) => part !== '').join(', '), COLUMNS)}`,
      )
    },
    clear() {
      if (drawn > Number.NEGATIVE_INFINITY) stderr(CLEAR)
    },
  }
}

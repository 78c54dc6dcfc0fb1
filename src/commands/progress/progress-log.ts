import { percent } from '../../numbers.ts'
import type { Ports } from '../../ports.ts'
import { Pace } from './pace.ts'
import { type Progress, pauseText } from './progress.ts'

/** Milliseconds without a word at least. */
const SILENCE = 15_000
/** The same between two pauses: many calls may wait for one server. */
const SILENCE_OF_PAUSES = 5000

/** Plain lines for a log: none about work that is soon done, and seldom one about work that is not. */
export function progressLog({ stderr, now }: Pick<Ports, 'stderr' | 'now'>): Progress {
  let said = now()
  let paused = Number.NEGATIVE_INFINITY
  const pace = new Pace(now)
  return {
    show(what, done, total) {
      const left = pace.left(what, done, total)
      if (total === 0 || now() - said < SILENCE) return
      said = now()
      stderr(`${what}: ${done} of ${total} (${percent(Math.floor((100 * done) / total) / 100)})${left}\n`)
    },
    pausing(why, milliseconds) {
      if (now() - paused < SILENCE_OF_PAUSES) return
      paused = now()
      stderr(`${pauseText(why, milliseconds)}\n`)
    },
    clear() {},
  }
}

import type { Ports } from '../ports.ts'

export interface ProgressLine {
  show(what: string, done: number, total: number): void
  clear(): void
}

const WIDTH = 24
const CLEAR = '\r\u001b[K'

/** A bar on stderr that is drawn over and cleared; nothing where stderr is no terminal. */
export function progressLine({ isTerminal, stderr, now }: Ports, quiet: boolean): ProgressLine {
  if (!isTerminal || quiet) return { show() {}, clear() {} }
  let drawn = Number.NEGATIVE_INFINITY
  let shown = ''
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
      stderr(`${CLEAR}${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${what} ${done}/${total}${left}`)
    },
    clear() {
      if (drawn > Number.NEGATIVE_INFINITY) stderr(CLEAR)
    },
  }
}

/** Milliseconds before anything is said about the time that is left. */
const LEARNING = 3000

/** How long the rest takes, at the pace so far. */
class Pace {
  readonly #now: () => number
  #what = ''
  #since = 0
  #first = 0

  constructor(now: () => number) {
    this.#now = now
  }

  left(what: string, done: number, total: number): string {
    const time = this.#now()
    if (what !== this.#what || done < this.#first) {
      this.#what = what
      this.#since = time
      this.#first = done
    }
    const elapsed = time - this.#since
    if (elapsed < LEARNING || done <= this.#first || done >= total) return ''
    return `, about ${rest((elapsed * (total - done)) / (done - this.#first))} left`
  }
}

function rest(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

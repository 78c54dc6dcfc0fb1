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
  return {
    show(what, done, total) {
      if (done < total && now() - drawn < 50) return
      drawn = now()
      const filled = Math.round((WIDTH * done) / Math.max(1, total))
      stderr(`${CLEAR}${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${what} ${done}/${total}`)
    },
    clear() {
      if (drawn > Number.NEGATIVE_INFINITY) stderr(CLEAR)
    },
  }
}

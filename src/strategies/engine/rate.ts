import { wait } from './wait.ts'

/** Spaces requests evenly, so that no more than so many begin in a second. */
export class Rate {
  readonly #gap: number
  /** When the next request may begin. */
  #free: Promise<void> = Promise.resolve()

  constructor(requestsPerSecond: number | undefined) {
    this.#gap = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond
  }

  /** Waits for this request's turn. Throws when aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    if (this.#gap === 0) return
    const mine = this.#free
    // Whoever gives up leaves its place to the next one at once.
    this.#free = mine.then(() => wait(this.#gap, signal)).catch(() => {})
    await mine
    signal.throwIfAborted()
  }
}

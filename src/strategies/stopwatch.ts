/** Measures what lies between its making and now, some of it left out. */
export class Stopwatch {
  readonly #now: (() => number) | undefined
  readonly #start: number
  #apart = 0

  /** Without a clock nothing is measured. */
  constructor(now?: () => number) {
    this.#now = now
    this.#start = now?.() ?? 0
  }

  /** Waits for something whose time does not count. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    const start = this.#now?.() ?? 0
    try {
      return await work()
    } finally {
      this.#apart += (this.#now?.() ?? 0) - start
    }
  }

  /** Milliseconds so far; undefined without a clock. */
  elapsed(): number | undefined {
    return this.#now === undefined ? undefined : this.#now() - this.#start - this.#apart
  }
}

import { EngineFailure } from './engine-failure.ts'

/** Stops asking an engine that fails every time: after so many failures in a row nothing is asked any more. */
export class Circuit {
  readonly #most: number
  #failures = 0
  #last = ''

  constructor(mostFailures: number) {
    this.#most = mostFailures
  }

  /** @throws EngineFailure once it is open: at once, with the reason */
  check(): void {
    if (this.#failures < this.#most) return
    const times = this.#most === 1 ? 'a question failed' : `${this.#most} questions in a row failed`
    throw new EngineFailure(`not asked, since ${times}, the last with: ${this.#last}`)
  }

  passed(): void {
    if (this.#failures < this.#most) this.#failures = 0
  }

  failed(message: string): void {
    if (this.#failures >= this.#most) return
    this.#failures++
    this.#last = message
  }
}

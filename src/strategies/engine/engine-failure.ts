export interface FailureOptions {
  /** Asking again may help: the connection was lost, the engine was busy. */
  readonly passing?: boolean
  /** Seconds that the engine asked to be left alone. */
  readonly after?: number | undefined
  readonly cause?: unknown
}

/** An engine could not answer. The message is for people, and ends up beside the question in the report. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly passing: boolean
  readonly after: number | undefined

  constructor(message: string, { passing = false, after, cause }: FailureOptions = {}) {
    super(message, { cause })
    this.passing = passing
    this.after = after
  }
}

/** Where a line of an annotation belongs. */
export interface Place {
  readonly title?: string
  /** Relative to the repository's root. */
  readonly file?: string
  /** 1-based, and so is the end, which is inclusive. */
  readonly startLine?: number
  readonly endLine?: number
}

/** The part of `@actions/core` that speaks: the log, and annotations made from it. */
export interface Log {
  info(message: string): void
  notice(message: string, place?: Place): void
  warning(message: string, place?: Place): void
  error(message: string, place?: Place): void
}

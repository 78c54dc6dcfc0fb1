import type { Secrets } from './secrets.ts'

/** Everything of the outside world that the program uses, passed in by the front doors. */
export interface Ports {
  /** What is kept out of everything that is written. */
  readonly secrets?: Secrets
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  stdout(text: string): void
  stderr(text: string): void
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** The day, `2026-12-31`, for what expires; without it nothing does. */
  readonly today?: string
  readonly fetch: typeof fetch
  /** Opens the repository that documents are from, to git; without it git has what the user has given it. */
  readonly documentsToken?: string
  /** Whether stderr is a terminal a progress bar may be drawn on. */
  readonly isTerminal: boolean
  readonly signal: AbortSignal
  /** Told when what models answered is in the store, and not asked for again. */
  kept?(): void
  /** What the run is made on, for the report: runtime, operating system, processor. */
  readonly platform: Readonly<Record<string, string>>
}

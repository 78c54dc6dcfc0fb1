import type { CallSettings } from './call-settings.ts'
import type { Recorder } from './recorder.ts'

/** What a model may use while it loads and works. */
export interface ModelContext {
  /** Its name in the config, for messages. */
  readonly name: string
  /** Where its entry stands in the config: `retrieval-gate.yml:7:3`. */
  place?(): Promise<string>
  /** Absolute; paths in its settings are relative to it. */
  readonly baseDirectory: string
  readonly fetch: typeof fetch
  /** What an environment variable holds; masked from then on. Throws `UserError` where it is not set. */
  secret(variable: string): string
  /** Keeps a value out of everything that is written, as `secret` does by itself. */
  mask(value: string): void
  /** What its entry says about calls. */
  readonly calls: CallSettings
  /** Keeps and counts what it answers; for the wrappers `recorded...`. */
  readonly recorder: Recorder
  readonly signal: AbortSignal
  /** A line for the person who waits, and the report's warnings. */
  notice(line: string): void
}

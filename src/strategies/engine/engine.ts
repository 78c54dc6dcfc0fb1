import type { Question } from '../../model.ts'

/** One hit as an engine gave it, its fields read and typed, nothing looked up yet. */
export interface RawHit {
  readonly id?: string
  readonly path?: string
  /** The id of a document that has no path. */
  readonly document?: string
  /** 1-based, inclusive. */
  readonly startLine?: number
  readonly endLine?: number
  /** As the engine gave it; which direction is better is the settings' to say. Absent where it gave none. */
  readonly score?: number
  readonly text?: string
}

export interface EngineAnswer {
  /** In the engine's order. */
  readonly hits: readonly RawHit[]
  /** Milliseconds that the engine says it took. */
  readonly engineTime?: number
}

/** Something outside this process that can be asked: all that a new kind of engine has to bring. */
export interface Engine {
  /** Makes it ready; called before every question, outside of the question's time. Cheap once it is ready. */
  open?(signal: AbortSignal): Promise<void>
  /** Asks once. Throws `EngineFailure` for what is known to pass, else any error; stops when the signal is aborted. */
  ask(question: Question, k: number, signal: AbortSignal): Promise<EngineAnswer>
  close?(): Promise<void>
}

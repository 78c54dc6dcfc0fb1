import type { Vectors } from './vectors.ts'

/** What an embedder may use while it works. */
export interface EmbedContext {
  readonly signal: AbortSignal
  /** Texts done, of how many. */
  progress(done: number, total: number): void
}

export interface EmbedderOptions extends EmbedContext {
  /** Length of a vector; without it the embedder's own. */
  readonly dimensions?: number
}

/** The vectors of a knowledge base, and the way to those of questions. */
export interface EmbeddedTexts {
  readonly vectors: Vectors
  /** Vectors of the same length and precision, one a question. */
  embed(questions: readonly string[], signal: AbortSignal): Promise<Vectors>
}

/** A kind of embedder. Registered in `models/embedder-registry.ts`. */
export interface Embedder {
  /** One sentence for the config reference, honest about what it can see. */
  readonly summary: string
  /** Length of a vector by default, and at most. */
  readonly dimensions: number
  readonly mostDimensions: number
  /** It asks something outside this process. */
  readonly external: boolean
  /** Embeds the texts of a knowledge base, fitting itself to them where it is that kind. Throws when aborted. */
  index(texts: readonly string[], options: EmbedderOptions): Promise<EmbeddedTexts>
}

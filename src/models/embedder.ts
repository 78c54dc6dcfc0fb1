import type { TextRole } from './raw-model.ts'
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
  /** Makes an array for so many rows of float32, where they are to lie in a certain memory. */
  readonly rows?: (count: number, dimensions: number) => Float32Array
}

/** The vectors of a knowledge base, and the way to those of questions. */
export interface EmbeddedTexts {
  readonly vectors: Vectors
  /** Vectors of the same length and precision, one a text: of questions, or of texts like those that were indexed. */
  embed(texts: readonly string[], signal: AbortSignal, role?: TextRole): Promise<Vectors>
  /** The same, what it asks of a model put down to another strategy. */
  embedFor?(strategy: string): EmbeddedTexts['embed']
}

/** Turns texts into vectors. */
export interface Embedder {
  /** Its vectors depend on the texts that it indexed; without this, a question's vector is the same whatever they are. */
  readonly fitted?: boolean
  /** What makes its vectors: another text where they could be others. Without it, its name in the config says that. */
  readonly identity?: string
  /** Embeds the texts of a knowledge base, fitting itself to them where it is that kind. Throws when aborted. */
  index(texts: readonly string[], options: EmbedderOptions): Promise<EmbeddedTexts>
  /** The same, what it is asked put down to a strategy. */
  usedBy?(strategy: string): Embedder
}

/** An embedder that is part of the program. */
export interface BuiltInEmbedder extends Embedder {
  /** One sentence for the config reference, honest about what it can see. */
  readonly summary: string
  /** Length of a vector by default, and at most. */
  readonly dimensions: number
  readonly mostDimensions: number
}

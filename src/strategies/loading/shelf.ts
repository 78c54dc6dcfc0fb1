import type { Chunk } from '../../model.ts'
import type { Vectors } from '../../models/vectors.ts'

/** A chunk on its way into an engine. */
export interface Piece {
  /** Tells it from every other; the same for the same place, text and headings. */
  readonly key: string
  readonly chunk: Chunk
}

/** One state of a knowledge base, whole, in an engine. */
export interface Holding {
  readonly name: string
  /** What decides how a piece becomes a row: pieces of holdings with one recipe can be taken over. */
  readonly recipe: string
  /** Of the settings that it was loaded with: `kindOf`. */
  readonly kind: string
  /** Of the pieces: `corpusOf`. */
  readonly corpus: string
  /** How many pieces it has. */
  readonly pieces: number
  /** The name of what made its vectors; empty for none. */
  readonly embedder: string
}

/** A holding as it stands in the list. */
export interface Held extends Holding {
  /** Seconds since a run began to use it, by the engine's clock. */
  readonly idle: number
  /** A run uses it at this moment. */
  readonly inUse: boolean
}

/** A holding that is being written and that nobody else sees. */
export interface Draft {
  /**
   * Takes over those of the pieces that another holding has, vectors and all; returns their keys, which are none where that
   * holding is gone.
   */
  copy(from: string, pieces: readonly Piece[]): Promise<ReadonlySet<string>>
  /** Adds pieces, with their vectors row by row where the holding has any. */
  add(pieces: readonly Piece[], vectors: Vectors | null): Promise<void>
}

/** The place in an engine where the holdings of one name stand. */
export interface Shelf {
  /** Keeps others from removing a holding, there or not, until `release`. */
  reserve(name: string, signal: AbortSignal): Promise<void>
  /** Gives back what was reserved; never throws. */
  release(): Promise<void>
  /** Those that are whole, the last used first. */
  list(signal: AbortSignal): Promise<readonly Held[]>
  /** Makes a holding, which is reserved, the last used one; false where it is not there any more. */
  use(name: string, signal: AbortSignal): Promise<boolean>
  /**
   * Writes a holding, which is reserved and is seen when it is whole. Nothing that is seen is left of it when `fill` throws
   * or the process is killed. Where another run has written the same in the meantime, that one stays.
   */
  write(holding: Holding, fill: (draft: Draft) => Promise<void>, signal: AbortSignal): Promise<void>
  /** Removes a holding; false where it stays, since a run uses it. */
  remove(name: string, signal: AbortSignal): Promise<boolean>
  /** Removes what killed runs have left, and the list where nothing is in it. */
  sweep(signal: AbortSignal): Promise<void>
}

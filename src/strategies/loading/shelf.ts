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
}

/** A holding that is being written and that nobody else sees. */
export interface Draft {
  /** Takes over those of the pieces that another holding has, vectors and all; returns their keys. */
  copy(from: string, pieces: readonly Piece[]): Promise<ReadonlySet<string>>
  /** Adds pieces, with their vectors row by row where the holding has any. */
  add(pieces: readonly Piece[], vectors: Vectors | null): Promise<void>
}

/** The place in an engine where the holdings of one name stand. */
export interface Shelf {
  /** Keeps others from removing a holding, there or not, until the shelf is closed, as far as the engine allows for that. */
  reserve?(name: string, signal: AbortSignal): Promise<void>
  /** Those that are whole, the last used first. */
  list(signal: AbortSignal): Promise<readonly Holding[]>
  /** Makes a holding the last used one. */
  use(name: string, signal: AbortSignal): Promise<void>
  /** Writes a holding, which is seen when it is whole. Nothing is left of it when `fill` throws or the process is killed. */
  write(holding: Holding, fill: (draft: Draft) => Promise<void>, signal: AbortSignal): Promise<void>
  /** Removes a holding, unless another run has reserved it. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

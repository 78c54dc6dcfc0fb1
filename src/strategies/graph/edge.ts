/**
 * Why two chunks belong together. `terms`: shared rare terms; `entities`: things that a model finds named in both; `next`: one
 * follows the other in a document.
 */
export type EdgeKind =
  | 'inherits'
  | 'calls'
  | 'imports'
  | 'refers'
  | 'links'
  | 'mentions'
  | 'terms'
  | 'entities'
  | 'next'

/** A tie between two chunks, by their index. It is walked in both directions. */
export interface Edge {
  readonly from: number
  readonly to: number
  readonly kind: EdgeKind
  /** What ties them: a symbol, a path, the terms. */
  readonly label: string
  /**
   * How sure it is, 0 to 1; kinds have no weights beside it. A name that three places define points at each with a third,
   * shared entities tie as their cosine says, shared terms by a quarter of theirs.
   */
  readonly certainty: number
}

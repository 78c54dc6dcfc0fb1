import type { Chunk, Hit } from '../model.ts'

/**
 * A chunk as a result. Its text is looked up when somebody wants it: of most hits, nobody does. Hence the class: a property
 * of an object's own that is looked up costs more to make than all else here, and there is a hit for each chunk and question.
 */
class ChunkHit implements Hit {
  readonly id: string
  readonly score: number
  readonly document: string
  readonly startLine: number
  readonly endLine: number
  readonly hash: string
  readonly tokens: number
  declare readonly path?: string
  readonly #chunk: Chunk

  constructor(chunk: Chunk, score: number) {
    this.id = chunk.id
    this.score = score
    this.document = chunk.document
    this.startLine = chunk.startLine
    this.endLine = chunk.endLine
    this.hash = chunk.hash
    this.tokens = chunk.tokens
    this.#chunk = chunk
    if (chunk.path !== undefined) this.path = chunk.path
  }

  get text(): string {
    return this.#chunk.text
  }

  withScore(score: number): ChunkHit {
    return new ChunkHit(this.#chunk, score)
  }

  toJSON(): Hit {
    return { ...this, text: this.text }
  }
}

/** A chunk as a result. A copy made with `...` has no text: `rescored` makes one that has. */
export function chunkHit(chunk: Chunk, score: number): Hit {
  return new ChunkHit(chunk, score)
}

/** The same hit with another score. */
export function rescored(hit: Hit, score: number): Hit {
  return hit instanceof ChunkHit ? hit.withScore(score) : { ...hit, score }
}

import type { Chunk, Hit } from '../model.ts'

/**
 * A chunk as a result. Its text is looked up when somebody wants it: of most hits, nobody does. Written out, since copying an
 * object costs more than all else here, and there is a hit for each chunk and question.
 */
export function chunkHit(chunk: Chunk, score: number): Hit {
  const { id, document, path, startLine, endLine, hash, tokens } = chunk
  if (path === undefined) {
    return {
      id,
      score,
      document,
      startLine,
      endLine,
      hash,
      tokens,
      get text() {
        return chunk.text
      },
    }
  }
  return {
    id,
    score,
    document,
    startLine,
    endLine,
    hash,
    tokens,
    path,
    get text() {
      return chunk.text
    },
  }
}

import type { Chunk } from '../../src/model.ts'
import type { BuildContext } from '../../src/strategies/strategy.ts'
import { builtInServices } from '../support/built-in-services.ts'

/** A chunk of a one-chunk document, with what a test cares about. */
export function chunk(id: string, text: string, more: Partial<Chunk> = {}): Chunk {
  return { id, document: id, startLine: 1, endLine: 1, text, headings: [], hash: `hash of ${id}`, tokens: 1, ...more }
}

/** A context that has these chunks and nothing else. */
export function contextOf(chunks: readonly Chunk[], signal = new AbortController().signal): BuildContext {
  return {
    ...builtInServices(),
    chunks: async () => chunks,
    name: 'tested',
    documents: async () => [],
    part: async (name) => {
      throw new Error(`there is no part ${name}`)
    },
    partOver: async (name) => {
      throw new Error(`there is no part ${name}`)
    },
    partChunks: async () => null,
    baseDirectory: '/',
    signal,
    progress: () => {},
  }
}

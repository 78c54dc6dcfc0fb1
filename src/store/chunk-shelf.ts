import type { ChunkCache } from '../knowledge/chunk-cache.ts'
import { documentKey } from '../knowledge/document-key.ts'
import { cutCodec } from './cut-codec.ts'
import { restore } from './cut-row.ts'
import type { Store } from './store.ts'

/** The chunks of documents in a store: by the document's name, title and content, under each chunking. */
export function chunkShelf(store: Store): ChunkCache {
  return {
    async under({ by, maxTokens, overlap }) {
      const rows = await store.rows(`chunks ${JSON.stringify([by, maxTokens, overlap])}`, cutCodec)
      return {
        get(document) {
          const row = rows.get(documentKey(document))
          return row && restore(row, document)
        },
        set: (document, cut) => rows.set(documentKey(document), { cut, text: document.text }),
      }
    },
  }
}

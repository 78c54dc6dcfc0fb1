import type { Chunk } from '../../model.ts'
import type { WeightedText } from './count-terms.ts'
import type { Bm25Settings } from './settings.ts'

/** The texts of a chunk that are indexed, with their weights (BM25F: Robertson, Zaragoza and Taylor, CIKM 2004). */
export function fieldsOf(chunk: Chunk, { fields }: Bm25Settings): WeightedText[] {
  return [
    { text: chunk.path ?? '', weight: fields.path },
    { text: chunk.headings.join('\n'), weight: fields.heading },
    { text: chunk.text, weight: fields.body },
  ]
}

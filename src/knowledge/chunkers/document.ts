import type { Chunker, CutDocument } from '../chunker.ts'
import { makeChunk } from '../make-chunk.ts'
import { numberLines } from '../numbered-lines.ts'

const cutDocument: CutDocument = (source) => {
  const numbered = numberLines(source.text)
  if (source.text.trim() === '') return []
  const { lines } = numbered
  const span = { startLine: 1, endLine: lines.length, text: lines.join('\n'), tokens: numbered.tokens(1, lines.length) }
  return [{ ...makeChunk(source, span), id: source.id }]
}

export const document: Chunker = {
  summary: 'Each document whole, whatever its size; an empty document gives no chunk.',
  load: async () => cutDocument,
}

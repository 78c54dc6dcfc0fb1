import type { CutDocument } from '../chunker.ts'
import type { ChunkingConfig } from '../chunking.ts'
import { makeChunk } from '../make-chunk.ts'
import { numberLines } from '../numbered-lines.ts'
import { splitLongLine } from '../split-long-line.ts'
import { countTokens } from '../tokens.ts'
import { lineFinder } from './line-finder.ts'
import { packWhole } from './pack-whole.ts'
import { sentenceStarts } from './sentence-starts.ts'

/** A stretch of a text that is not cut: offsets in UTF-16 code units. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly tokens: number
}

/** Packs sentences into chunks of at most `maxTokens`, each beginning with whole sentences from the end of the one before. */
export const cutAtSentences: CutDocument = (document, config) => {
  const { lines } = numberLines(document.text)
  const text = lines.join('\n')
  const lineAt = lineFinder(lines)
  return packWhole(piecesOf(text, config), config).map((pieces) => {
    const start = pieces[0]!.start
    const kept = text.slice(start, pieces.at(-1)!.end).trimEnd()
    const span = { startLine: lineAt(start), endLine: lineAt(start + kept.length - 1), text: kept }
    return makeChunk(document, { ...span, tokens: countTokens(kept) })
  })
}

/** Sentences that have words; one larger than `maxTokens` in parts. */
function piecesOf(text: string, { maxTokens }: ChunkingConfig): Piece[] {
  const starts = sentenceStarts(text)
  return starts.flatMap((start, index) => {
    const sentence = text.slice(start, starts[index + 1])
    const tokens = countTokens(sentence)
    if (tokens > maxTokens) return partsOf(sentence, start, maxTokens)
    return tokens === 0 ? [] : [{ start, end: start + sentence.length, tokens }]
  })
}

function partsOf(sentence: string, start: number, maxTokens: number): Piece[] {
  let from = 0
  return splitLongLine(sentence, maxTokens, 0).map((part) => {
    const at = sentence.indexOf(part, from)
    from = at + part.length
    return { start: start + at, end: start + from, tokens: countTokens(part) }
  })
}

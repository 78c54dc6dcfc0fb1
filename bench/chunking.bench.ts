/**
 * What chunking does to retrieval where answers are stretches of text: share of the answers in the first five chunks, and
 * how much else is in them.
 *
 *     RETRIEVAL_GATE_COLLECTIONS=FOLDER npx tsx bench/chunking.bench.ts
 *
 * The folder holds `chroma_chunking_native`. Retrieval is BM25 over all corpora together; the published figures of that
 * benchmark are with embeddings, so these are to be compared with one another only.
 */
import { join } from 'node:path'
import process from 'node:process'
import { chunkDocuments } from '../src/knowledge/chunk-documents.ts'
import type { ChunkingConfig } from '../src/knowledge/chunking.ts'
import type { Chunk, Document } from '../src/model.ts'
import { bm25 } from '../src/strategies/bm25.ts'
import { contextOf } from '../test/strategies/chunks.ts'
import { readChroma, type SpanQuestion } from './chunking/chroma-collection.ts'
import type { Range } from './chunking/ranges.ts'
import { type SpanScores, spanScores } from './chunking/span-scores.ts'

const TOP = 5
const settings: ChunkingConfig[] = [128, 256, 512].flatMap((maxTokens) =>
  ['lines', 'heading', 'sentence'].flatMap((by) => [0, maxTokens / 8].map((overlap) => ({ by, maxTokens, overlap }))),
)

/** Where each chunk stands in its document: from its first line to its last, as a cut line may have lost white space. */
function rangesOf(chunks: readonly Chunk[], documents: readonly Document[]): Map<string, Range> {
  const texts = new Map(documents.map(({ id, text }) => [id, text]))
  const lineStarts = new Map(documents.map(({ id, text }) => [id, startsOfLines(text)]))
  const last = new Map<string, number>()
  return new Map(
    chunks.map(({ id, document, startLine, text }): [string, Range] => {
      const from = Math.max(lineStarts.get(document)![startLine - 1]!, last.get(document) ?? 0)
      const lines = text.split('\n')
      const start = texts.get(document)!.indexOf(lines[0]!, from)
      const rest = lines
        .slice(1, -1)
        .reduce((sum, line) => sum + line.length + 1, lines.length > 1 ? lines[0]!.length : 0)
      const end = texts.get(document)!.indexOf(lines.at(-1)!, start + rest)
      if (start < 0 || end < 0) throw new Error(`${id} is not in its document`)
      last.set(document, start)
      return [id, [start, end + lines.at(-1)!.length]]
    }),
  )
}

function startsOfLines(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

async function scored(
  config: ChunkingConfig,
  documents: readonly Document[],
  questions: readonly SpanQuestion[],
): Promise<{ chunks: readonly Chunk[]; scores: SpanScores[] }> {
  const chunks = await chunkDocuments(documents, config)
  const ranges = rangesOf(chunks, documents)
  const context = contextOf(chunks)
  const retriever = await bm25.build(bm25.schema.parse({}), context)
  const scores: SpanScores[] = []
  for (const { id, text, document, references } of questions) {
    const { hits } = await retriever.retrieve({ id, text }, TOP, context.signal)
    const read = hits.map((hit): Range => (hit.document === document ? ranges.get(hit.id)! : foreign(hit.text ?? '')))
    scores.push(spanScores(read, references))
  }
  return { chunks, scores }
}

/** What was read of another document: as long as it is, and nowhere in this one. */
function foreign(text: string): Range {
  return [-text.length, 0]
}

const folder = process.env.RETRIEVAL_GATE_COLLECTIONS
if (folder === undefined) throw new Error('RETRIEVAL_GATE_COLLECTIONS names no folder')
const { documents, questions } = readChroma(join(folder, 'chroma_chunking_native'))
console.log(`${documents.length} corpora, ${questions.length} questions, BM25, first ${TOP} chunks\n`)
console.log('| chunking | chunks | mean tokens | recall | precision | IoU |\n|---|---|---|---|---|---|')
for (const config of settings) {
  const { chunks, scores } = await scored(config, documents, questions)
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0) / chunks.length
  const cells = (['recall', 'precision', 'iou'] as const).map((name) => {
    const values = scores.map((score) => score[name])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return `${(100 * mean).toFixed(1)}`
  })
  const label = `${config.by}, ${config.maxTokens}, overlap ${config.overlap}`
  console.log(`| ${label} | ${chunks.length} | ${Math.round(tokens)} | ${cells.join(' | ')} |`)
}

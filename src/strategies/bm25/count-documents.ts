import { setImmediate } from 'node:timers/promises'
import type { Analyzer } from '../../analysis/analyzer.ts'
import type { Chunk } from '../../model.ts'
import type { Memory } from '../../store/memory.ts'
import type { BuildContext } from '../strategy.ts'
import { TermCounter } from './count-terms.ts'
import { CountedChunks } from './counted-chunks.ts'
import { countsCodec } from './counts-codec.ts'
import { type CountsRow, countedBy, wholeRow } from './counts-row.ts'
import { fieldsOf } from './fields.ts'
import type { Bm25Settings } from './settings.ts'
import type { TermCounts } from './term-counts.ts'

/** Chunks between two looks at the signal and two movements of the progress bar. */
const BATCH = 1000

/** Chunks that stand together and are of one document: what is remembered, or not, as a whole. */
interface Group {
  readonly key: string
  readonly chunks: readonly Chunk[]
}

interface CountingContext extends Pick<BuildContext, 'signal' | 'progress'> {
  readonly memory: Memory
}

/** Counts the terms of chunks; what is remembered of a document is not analysed again. */
export async function countDocuments(
  chunks: readonly Chunk[],
  analyzer: Analyzer,
  settings: Bm25Settings,
  { memory, ...context }: CountingContext,
): Promise<CountedChunks> {
  const { fields, stemming, stopWords } = settings
  const decisive = [fields.path, fields.heading, fields.body, stemming, stopWords]
  const remembered = await memory.rows(`bm25 counts ${JSON.stringify(decisive)}`, countsCodec)
  const groups = groupsOf(chunks, memory)
  const known = groups.map(({ key, chunks: { length } }) => ofLength(length, remembered.get(key)))
  const missing = groups.filter((_, index) => known[index] === undefined)
  const missingChunks = missing.flatMap((group) => group.chunks)
  const counts = await countTerms(missingChunks, analyzer, settings, context)
  const fresh = rowsOf(missing, countedBy(analyzer, counts))
  for (const [index, row] of fresh.entries()) remembered.set(missing[index]!.key, row)
  let turn = 0
  return new CountedChunks(
    known.map((row) => row ?? fresh[turn++]!),
    analyzer,
  )
}

/** A row that cannot be this document's is none. */
function ofLength(length: number, row: CountsRow | undefined): CountsRow | undefined {
  return row !== undefined && row.to - row.from === length ? row : undefined
}

/** The same where nothing is remembered. */
export async function countChunks(
  chunks: readonly Chunk[],
  analyzer: Analyzer,
  settings: Bm25Settings,
  context: Pick<BuildContext, 'signal' | 'progress'>,
): Promise<CountedChunks> {
  const counts = await countTerms(chunks, analyzer, settings, context)
  return new CountedChunks([wholeRow(countedBy(analyzer, counts))], analyzer)
}

/** Counts the terms of chunks, one after another. Throws the signal's reason when it is aborted. */
async function countTerms(
  chunks: readonly Chunk[],
  analyzer: Analyzer,
  settings: Bm25Settings,
  { signal, progress }: Pick<BuildContext, 'signal' | 'progress'>,
): Promise<TermCounts> {
  const counter = new TermCounter(analyzer)
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0 && index % BATCH === 0) {
      progress(index, chunks.length)
      await setImmediate()
    }
    signal.throwIfAborted()
    counter.add(fieldsOf(chunk, settings))
  }
  progress(chunks.length, chunks.length)
  return counter.finish()
}

function groupsOf(chunks: readonly Chunk[], memory: Memory): Group[] {
  const groups: Group[] = []
  for (let from = 0, to = 0; from < chunks.length; from = to) {
    const { document } = chunks[from]!
    while (to < chunks.length && chunks[to]!.document === document) to++
    groups.push({ key: memory.keyOf(document), chunks: chunks.slice(from, to) })
  }
  return groups
}

/** A row for each group, whose chunks stand one after another in the counts. */
function rowsOf(groups: readonly Group[], pack: CountsRow['pack']): CountsRow[] {
  let from = 0
  return groups.map(({ chunks }) => {
    const row = { pack, from, to: from + chunks.length }
    from = row.to
    return row
  })
}

import { Analyzer } from '../../analysis/analyzer.ts'
import type { Chunk } from '../../model.ts'
import type { BuildContext } from '../strategy.ts'
import { countChunks, countDocuments } from './count-documents.ts'
import { Bm25Retriever } from './retriever.ts'
import type { Bm25Settings } from './settings.ts'
import type { TermCounts } from './term-counts.ts'

type Context = Pick<BuildContext, 'signal' | 'progress' | 'memory'>

/** Chunks analysed under one set of settings: all of it that does not depend on k1 and b. */
interface Counted {
  readonly analyzer: Analyzer
  readonly counts: TermCounts
}

/** Strategies that differ only in k1 and b share the analysis of the same chunks. */
const analysed = new WeakMap<readonly Chunk[], Map<string, Promise<Counted>>>()

/** Indexes the chunks. Throws the signal's reason when it is aborted. */
export async function buildBm25(
  chunks: readonly Chunk[],
  settings: Bm25Settings,
  context: Context,
): Promise<Bm25Retriever> {
  const { fields, stemming, stopWords } = settings
  const key = JSON.stringify([fields.path, fields.heading, fields.body, stemming, stopWords])
  const known = analysed.get(chunks) ?? new Map<string, Promise<Counted>>()
  analysed.set(chunks, known)
  const counting = known.get(key) ?? countTerms(chunks, settings, context)
  known.set(key, counting)
  try {
    return new Bm25Retriever({ chunks, ...(await counting), settings })
  } catch (error) {
    known.delete(key)
    throw error
  }
}

async function countTerms(chunks: readonly Chunk[], settings: Bm25Settings, context: Context): Promise<Counted> {
  const analyzer = new Analyzer(settings)
  const { memory } = context
  const counts =
    memory === undefined
      ? await countChunks(chunks, analyzer, settings, context)
      : await countDocuments(chunks, analyzer, settings, { ...context, memory })
  return { analyzer, counts }
}

import { Analyzer } from '../../analysis/analyzer.ts'
import type { Chunk } from '../../model.ts'
import type { BuildContext } from '../strategy.ts'
import { countChunks, countDocuments } from './count-documents.ts'
import type { CountedChunks } from './counted-chunks.ts'
import { Bm25Retriever } from './retriever.ts'
import type { Bm25Settings } from './settings.ts'

type Context = Pick<BuildContext, 'signal' | 'progress' | 'memory'>

/** Strategies that differ only in k1 and b share the analysis of the same chunks. */
const analysed = new WeakMap<readonly Chunk[], Map<string, Promise<CountedChunks>>>()

/** Indexes the chunks. Throws the signal's reason when it is aborted. */
export async function buildBm25(
  chunks: readonly Chunk[],
  settings: Bm25Settings,
  context: Context,
): Promise<Bm25Retriever> {
  const { fields, stemming, stopWords } = settings
  const key = JSON.stringify([fields.path, fields.heading, fields.body, stemming, stopWords])
  const known = analysed.get(chunks) ?? new Map<string, Promise<CountedChunks>>()
  analysed.set(chunks, known)
  const counting = known.get(key) ?? countTerms(chunks, settings, context)
  known.set(key, counting)
  try {
    return new Bm25Retriever({ chunks, counted: await counting, settings })
  } catch (error) {
    known.delete(key)
    throw error
  }
}

async function countTerms(chunks: readonly Chunk[], settings: Bm25Settings, context: Context): Promise<CountedChunks> {
  const analyzer = new Analyzer(settings)
  const { memory } = context
  return memory === undefined
    ? countChunks(chunks, analyzer, settings, context)
    : countDocuments(chunks, analyzer, settings, { ...context, memory })
}

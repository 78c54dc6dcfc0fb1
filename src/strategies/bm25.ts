import { buildBm25 } from './bm25/build.ts'
import { type Bm25Settings, bm25Schema } from './bm25/settings.ts'
import type { StrategyType } from './strategy.ts'

/** BM25 with the formula of Lucene, in memory. */
export const bm25: StrategyType<Bm25Settings> = {
  summary: 'Keyword search (BM25): stemmed words, identifiers whole and in parts, Chinese, Japanese and Korean.',
  schema: bm25Schema,
  external: false,
  parts: () => [],
  build: async (settings, context) => buildBm25(await context.chunks(), settings, context),
}

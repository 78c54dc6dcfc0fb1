import { bm25 } from './bm25.ts'
import { chroma } from './chroma.ts'
import { contextual } from './contextual.ts'
import { dense } from './dense.ts'
import { graph } from './graph.ts'
import { http } from './http.ts'
import { hybrid } from './hybrid.ts'
import { hyde } from './hyde.ts'
import { lancedb } from './lancedb.ts'
import { mcp } from './mcp.ts'
import { multiQuery } from './multi-query.ts'
import { pgvector } from './pgvector.ts'
import { qna } from './qna.ts'
import { raptor } from './raptor.ts'
import { rerank } from './rerank.ts'
import type { StrategyType } from './strategy.ts'

/** Every kind of strategy, by the `type` that a config names it with. */
export const strategyTypes = {
  bm25,
  dense,
  hybrid,
  rerank,
  graph,
  http,
  mcp,
  pgvector,
  chroma,
  lancedb,
  hyde,
  'multi-query': multiQuery,
  qna,
  contextual,
  raptor,
} satisfies Record<string, StrategyType<unknown>>

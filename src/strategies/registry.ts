import { bm25 } from './bm25.ts'
import { dense } from './dense.ts'
import { graph } from './graph.ts'
import { hybrid } from './hybrid.ts'
import { rerank } from './rerank.ts'
import type { StrategyType } from './strategy.ts'

/** Every kind of strategy, by the `type` that a config names it with. */
export const strategyTypes = { bm25, dense, hybrid, rerank, graph } satisfies Record<string, StrategyType<unknown>>

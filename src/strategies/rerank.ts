import { CandidateReader } from './rerank/candidates.ts'
import { rerankRetriever } from './rerank/retriever.ts'
import { type RerankSettings, rerankSchema } from './rerank/settings.ts'
import type { StrategyType } from './strategy.ts'

/** Another strategy's first hits in a better order. */
export const rerank: StrategyType<RerankSettings> = {
  summary: 'The first hits of another strategy, reordered by a closer look at their text.',
  schema: rerankSchema,
  external: false,
  parts: ({ of }) => [of],
  models: ({ reranker }) => ({ reranker }),
  async build({ of, depth, reranker }, context) {
    return rerankRetriever({
      of,
      part: await context.part(of),
      reranker: await context.reranker(reranker),
      reader: new CandidateReader(of, await context.partChunks(of), context),
      depth,
    })
  },
}

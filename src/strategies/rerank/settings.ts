import { z } from 'zod'
import { rerankerTypes } from '../../models/reranker-registry.ts'

/** The settings of a `rerank` strategy, with their defaults. */
export const rerankSchema = z.strictObject({
  of: z.string().min(1).describe('The strategy whose first hits are reordered.'),
  depth: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(50)
    .describe('How many hits are reordered, whatever is asked for; the hits below keep their order after them.'),
  reranker: z
    .string()
    .min(1)
    .default('features')
    .describe(`What judges the hits: an entry of \`rerankers\`, or \`features\`: ${rerankerTypes.features.summary}`),
})

export type RerankSettings = z.infer<typeof rerankSchema>

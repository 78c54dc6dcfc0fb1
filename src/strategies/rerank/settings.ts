import { z } from 'zod'
import { rerankers } from '../../models/reranker-registry.ts'

const names = Object.keys(rerankers) as (keyof typeof rerankers)[]

/** The settings of a `rerank` strategy, with their defaults. */
export const rerankSchema = z.strictObject({
  of: z.string().min(1).describe('The strategy whose first hits are reordered.'),
  depth: z
    .int()
    .min(1)
    .default(50)
    .describe('How many hits are reordered, whatever is asked for; the hits below keep their order after them.'),
  reranker: z
    .enum(names)
    .default('features')
    .describe(`What judges the hits. ${names.map((name) => `\`${name}\`: ${rerankers[name].summary}`).join(' ')}`),
})

export type RerankSettings = z.infer<typeof rerankSchema>

import { z } from 'zod'

/** Beyond it neighbouring ranks and small weights are lost in rounding, and everything would be a tie. */
const MOST = 1_000_000

/** The settings of a `hybrid` strategy, with their defaults. */
export const hybridSchema = z
  .strictObject({
    of: z
      .array(z.string().min(1))
      .min(2)
      .refine((names) => new Set(names).size === names.length, { error: 'a part is named twice' })
      .describe('The strategies it is made of. The first gives the confidence, and is the lexical side of `weighted`.'),
    fusion: z
      .enum(['rrf', 'weighted'])
      .default('weighted')
      .describe(
        '`weighted`: a hit gets its score in each part, brought to 0..1 by the best and the worst there. `rrf`: it gets 1 / (k + rank) (reciprocal rank fusion), whatever the scores mean.',
      ),
    k: z
      .number()
      .positive()
      .max(MOST)
      .default(60)
      .describe('The constant of `rrf`: the larger, the less the first ranks stand out.'),
    weights: z
      .array(
        z
          .number()
          .nonnegative()
          .max(MOST)
          .refine((weight) => weight === 0 || weight >= 1 / MOST, { error: `0, or at least ${1 / MOST}` }),
      )
      .optional()
      .describe(
        'What each part counts, in the order of `of`. Default: the same for `rrf`; for `weighted` 0.7 for the first, the others share 0.3.',
      ),
    candidates: z
      .int()
      .min(1)
      .max(MOST)
      .default(100)
      .describe('How many hits of each part are fused, whatever is asked for: what lies deeper is never returned.'),
  })
  .refine(({ of, weights }) => weights === undefined || weights.length === of.length, {
    path: ['weights'],
    error: 'there must be as many weights as parts',
  })
  .refine(({ weights }) => weights === undefined || weights.some((weight) => weight > 0), {
    path: ['weights'],
    error: 'a weight must be above 0',
  })

export type HybridSettings = z.infer<typeof hybridSchema>

/** Of the lexical side of a weighted fusion. */
const LEXICAL_WEIGHT = 0.7

/** The weight of each part. */
export function weightsOf({ of, fusion, weights }: HybridSettings): readonly number[] {
  if (weights !== undefined) return weights
  if (fusion === 'rrf') return of.map(() => 1)
  return of.map((_, index) => (index === 0 ? LEXICAL_WEIGHT : (1 - LEXICAL_WEIGHT) / (of.length - 1)))
}

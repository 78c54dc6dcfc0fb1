import { z } from 'zod'

/** One line of `gate:` with every default filled in, as a report keeps it. */
export const ruleSchema = z.object({
  metric: z.string(),
  /** A limit on the drop: an absolute number, or a share of the baseline's value. */
  maxDrop: z.union([z.object({ absolute: z.number() }), z.object({ share: z.number() })]).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  maxRatio: z.number().optional(),
  /** Names of the strategies it gates. */
  strategies: z.array(z.string()),
  /** Which queries it is about; all given attributes must match. */
  where: z
    .object({
      category: z.string().optional(),
      difficulty: z.string().optional(),
      language: z.string().optional(),
      tag: z.string().optional(),
    })
    .optional(),
  /** The attribute whose worst slice must not drop more than `maxDrop`. */
  worst: z.enum(['category', 'difficulty', 'language']).optional(),
  level: z.enum(['fail', 'warn']),
  confidence: z.enum(['observed', 'require', 'prove-safe']),
  minPairs: z.number().int(),
})

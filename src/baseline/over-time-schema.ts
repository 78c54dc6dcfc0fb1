import { z } from 'zod'

/** How a run stood against an earlier one of the base branch, on the strategy that ships, under the run's own judgments. */
export const overTimeSchema = z.object({
  /** The earlier run that it lost most against, or the newest of at least 30 days before. */
  kind: z.enum(['best', 'month']),
  /** The artifact with the earlier run's report, for later runs to look at. */
  artifact: z.number().int().positive(),
  commit: z.string().regex(/^[0-9a-f]{7,64}$/),
  /** The day of the earlier run: `2026-12-31`. */
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  strategy: z.string(),
  metric: z.string(),
  /** Mean scores over so many questions that both runs asked. */
  questions: z.number().int().positive(),
  before: z.number(),
  now: z.number(),
})

export type OverTime = z.infer<typeof overTimeSchema>

import { z } from 'zod'

/** A known loss that somebody answers for, as a report keeps it: of one question, or of one rule. */
export const acceptanceSchema = z.object({
  query: z.string().optional(),
  /** The metric of the rule. */
  rule: z.string().optional(),
  /** The one strategy that it is about; all where it is absent. */
  strategy: z.string().optional(),
  reason: z.string(),
  who: z.string(),
  /** The last day that it counts, `2026-12-31`; for ever where it is absent. */
  until: z.string().optional(),
})

export type Acceptance = z.infer<typeof acceptanceSchema>

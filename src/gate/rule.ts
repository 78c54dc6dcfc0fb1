import type { z } from 'zod'
import type { ruleSchema } from '../baseline/rule-schema.ts'

/** One line of `gate:` with every default filled in. */
export type Rule = z.infer<typeof ruleSchema>
export type Slice = NonNullable<Rule['where']>
export type Drop = NonNullable<Rule['maxDrop']>

import type { Rule } from './rule.ts'
import { describeSlice } from './slice.ts'

/** What a rule is about, for people: "ndcg@10", "ndcg@10 for category call_chain". */
export function subject({ metric, where }: Pick<Rule, 'metric' | 'where'>): string {
  const slice = describeSlice(where)
  return slice === '' ? metric : `${metric} for ${slice}`
}

import type { ReportQuery } from '../baseline/report-schema.ts'
import type { Rule, Slice } from './rule.ts'

/** Whether a query belongs to a slice; without one, every query does. */
export function inSlice(query: ReportQuery, slice: Slice | undefined): boolean {
  if (slice === undefined) return true
  const { tag, ...attributes } = slice
  if (tag !== undefined && !query.tags?.includes(tag)) return false
  return Object.entries(attributes).every(([name, value]) => query[name as keyof typeof attributes] === value)
}

/** "category call_chain, difficulty 3", or nothing for all queries. */
export function describeSlice(slice: Rule['where']): string {
  return Object.entries(slice ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

import { z } from 'zod'
import { MAX_REPORT_BYTES } from '../baseline/read-baseline.ts'
import { type EvaluationReport, reportSchema } from '../baseline/report-schema.ts'
import { UserError } from '../errors.ts'
import type { Shard } from './shard.ts'

/** What a shard found: a report that names every question and has rankings for those of the shard. */
export interface ShardReport {
  readonly shard: Shard
  readonly seed: string
  readonly report: EvaluationReport
}

const part = z.number().int().positive()

/** Apart from a report, so that none is ever taken for a baseline. */
const schema = z.object({ shard: z.object({ index: part, count: part }), seed: z.string(), report: reportSchema })

export function writeShardReport(shard: ShardReport): string {
  return `${JSON.stringify(shard)}\n`
}

/** Reads a shard's file. Throws `UserError` where it is none, or too large. */
export function parseShardReport(text: string, shown: string): ShardReport {
  if (text.length > MAX_REPORT_BYTES) throw new UserError({ where: shown, what: 'this shard is too large to read' })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UserError({ where: shown, what: 'this shard is cut off, or not JSON' })
  }
  const parsed = schema.safeParse(value)
  // As it was written, not as the schema orders its keys: the merged report has to be the same bytes.
  if (parsed.success) return value as ShardReport
  const issue = parsed.error.issues[0]
  throw new UserError({
    where: shown,
    what: `this is no shard: ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unknown'}`,
    hint: 'make it again: `retrieval-gate run --shard`',
  })
}

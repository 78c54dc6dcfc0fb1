import { z } from 'zod'
import { MAX_REPORT_BYTES } from '../baseline/read-baseline.ts'
import { recordOf } from '../baseline/record-schema.ts'
import { type EvaluationReport, reportSchema } from '../baseline/report-schema.ts'
import type { Baseline } from '../baseline/resolve-baseline.ts'
import { UserError } from '../errors.ts'
import type { Balance } from './balance.ts'
import type { Shard } from './shard.ts'

/** A report that names every question and has rankings for those of a shard. */
export interface ShardSide {
  readonly seed: string
  readonly report: EvaluationReport
}

/** A base that was evaluated together with the shard; without a side, why it could not be. */
export interface ShardBase extends Pick<Baseline, 'label' | 'source' | 'note'> {
  readonly notRecomputed: readonly string[]
  readonly side: ShardSide | null
}

/** What a shard found. */
export interface ShardReport extends ShardSide {
  readonly shard: Shard
  /** Null where the questions were shared out by their ids alone. */
  readonly balance: Balance | null
  /** Null where the shard evaluated no base. */
  readonly base: ShardBase | null
}

const part = z.number().int().positive()
const side = { seed: z.string(), report: reportSchema }

/** Apart from a report, so that none is ever taken for a baseline. */
const schema = z.object({
  shard: z.object({ index: part, count: part }),
  balance: z.object({ fingerprint: z.string(), durations: recordOf(z.number().nonnegative()) }).nullable(),
  ...side,
  base: z
    .object({
      label: z.string(),
      source: z.string(),
      note: z.string(),
      notRecomputed: z.array(z.string()),
      side: z.object(side).nullable(),
    })
    .nullable(),
})

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

import type { EvaluationReport } from '../baseline/report-schema.ts'
import { UserError } from '../errors.ts'
import { type Durations, shardIds } from './shard-ids.ts'
import type { ShardReport, ShardSide } from './shard-report.ts'

/**
 * That shards are all of one evaluation, each there once, and each with every question that is its own.
 * @throws UserError naming what is missing, double or different
 */
export function checkShards(shards: readonly ShardReport[]): void {
  const [first] = shards
  if (first === undefined) throw new UserError({ what: 'there are no shards here' })
  const { count } = first.shard
  const different = shards.find(({ shard }) => shard.count !== count)
  if (different !== undefined) {
    throw new UserError({
      what: 'the shards are not of one run',
      found: `parts of ${count} and of ${different.shard.count}`,
    })
  }
  checkComplete(shards, count)
  for (const shard of shards) {
    checkSame(first, shard, first, shard)
    checkBalance(first, shard)
    checkAnswered(shard, shard, shard.balance?.durations ?? null)
    checkBase(first, shard)
  }
}

function checkComplete(shards: readonly ShardReport[], count: number): void {
  const indexes = shards.map(({ shard }) => shard.index)
  const double = indexes.find((index, turn) => indexes.indexOf(index) !== turn)
  if (double !== undefined) throw new UserError({ what: `shard ${double} of ${count} is here twice` })
  const missing = Array.from({ length: count }, (_, turn) => turn + 1).filter((index) => !indexes.includes(index))
  if (missing.length === 0) return
  throw new UserError({
    what: `${missing.length} of ${count} shards ${missing.length === 1 ? 'is' : 'are'} missing: ${missing.slice(0, 10).join(', ')}`,
    hint: 'look at the jobs that should have made them, and run those again',
  })
}

/** Parts of a report that depend on which questions were asked, on the machine, or on how a provider rounds. */
const VARYING = ['strategies', 'chunks', 'timing', 'latency', 'platform', 'canaries', 'warnings']

/** Everything else of a report. */
function frame({ report, seed }: ShardSide): Record<string, unknown> {
  const rest = Object.entries(report).filter(([key]) => !VARYING.includes(key))
  const strategies = Object.entries(report.strategies).map(([name, { type, fingerprint, ceiling, index, parts }]) => {
    return [name, type, fingerprint, ceiling, index, parts]
  })
  return { ...Object.fromEntries(rest), seed, strategies }
}

function checkSame(first: ShardReport, other: ShardReport, one: ShardSide, another: ShardSide): void {
  const [a, b] = [frame(one), frame(another)]
  const parts = Object.keys(a).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]))
  if (parts.length === 0) return
  throw new UserError({
    what: `${one === first ? '' : 'the bases of '}shards ${first.shard.index} and ${other.shard.index} are not of one evaluation`,
    expected: 'the same config, documents, questions, commit and version',
    found: `a different ${parts.map(nameOf).join(', ')}`,
  })
}

function nameOf(part: string): string {
  return part === 'fingerprints' ? 'config, documents or questions' : part
}

function checkBalance(first: ShardReport, other: ShardReport): void {
  if (JSON.stringify(first.balance) === JSON.stringify(other.balance)) return
  const said = ({ balance }: ShardReport) => balance?.fingerprint.slice(0, 12) ?? 'none that was timed'
  throw new UserError({
    what: `shards ${first.shard.index} and ${other.shard.index} shared out the questions by different baselines`,
    expected: 'one baseline for all shards, whose times say which questions go where',
    found: `${said(first)} and ${said(other)}`,
    hint: 'run all shards again, or those of the older baseline',
  })
}

function checkBase(first: ShardReport, other: ShardReport): void {
  const [a, b] = [first, other].map(({ base }) => base && { ...base, side: base.side !== null })
  if (JSON.stringify(a) !== JSON.stringify(b)) {
    throw new UserError({
      what: `shards ${first.shard.index} and ${other.shard.index} evaluated different bases`,
      found: `${first.base?.note ?? 'none'}; and: ${other.base?.note ?? 'none'}`,
      hint: 'run all shards again',
    })
  }
  if (!first.base?.side || !other.base?.side) return
  checkSame(first, other, first.base.side, other.base.side)
  checkAnswered(other, other.base.side, null)
}

function checkAnswered({ shard }: ShardReport, { report }: ShardSide, durations: Durations | null): void {
  const wanted = shardIds(Object.keys(report.queries), shard, durations)
  for (const [name, { rankings, errors }] of Object.entries(report.strategies)) {
    const found = idsOf({ rankings, errors })
    if (found.size === wanted.size && [...wanted].every((id) => found.has(id))) continue
    throw new UserError({
      what: `shard ${shard.index} of ${shard.count} does not hold its own questions for ${name}`,
      expected: `${wanted.size} questions`,
      found: `${found.size}`,
    })
  }
}

function idsOf({ rankings, errors }: Pick<EvaluationReport['strategies'][string], 'rankings' | 'errors'>): Set<string> {
  return new Set([...Object.keys(rankings), ...Object.keys(errors)])
}

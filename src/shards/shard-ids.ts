import { compareCodeUnits } from '../code-units.ts'
import type { Shard } from './shard.ts'

/** Question id -> milliseconds, as an earlier run measured them. */
export type Durations = Readonly<Record<string, number>>

/**
 * The ids of the questions that are in a shard, whatever the order of the file: every `count`th in code-unit order; with
 * durations, such that all shards take about as long. Each question, the longest first, goes to the shard that has least to
 * do, which then has at most 4/3 of the work that the best assignment gives the busiest one (Graham, "Bounds on
 * Multiprocessing Timing Anomalies", SIAM J. Appl. Math. 1969). Questions without a duration count as the mean.
 */
export function shardIds(ids: Iterable<string>, { index, count }: Shard, durations: Durations | null): Set<string> {
  const sorted = [...ids].sort(compareCodeUnits)
  if (durations === null) return new Set(sorted.filter((_, turn) => turn % count === index - 1))
  const duration = durationOf(sorted, durations)
  const parts = Array.from({ length: count }, () => ({ work: 0, ids: [] as string[] }))
  for (const id of sorted.toSorted((a, b) => duration(b) - duration(a))) {
    const part = parts.reduce((least, each) => (hasLess(each, least) ? each : least))
    part.work += duration(id)
    part.ids.push(id)
  }
  return new Set(parts[index - 1]!.ids)
}

function durationOf(ids: readonly string[], durations: Durations): (id: string) => number {
  const known = ids.filter((id) => Object.hasOwn(durations, id)).map((id) => durations[id]!)
  const mean = known.length === 0 ? 0 : known.reduce((sum, each) => sum + each, 0) / known.length
  return (id) => (Object.hasOwn(durations, id) ? durations[id]! : mean)
}

interface Part {
  readonly work: number
  readonly ids: readonly string[]
}

/** Where nothing took measurable time, the number of questions decides. */
function hasLess(a: Part, b: Part): boolean {
  return a.work < b.work || (a.work === b.work && a.ids.length < b.ids.length)
}

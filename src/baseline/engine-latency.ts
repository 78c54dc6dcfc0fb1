import type { Metric } from '../metrics/metric.ts'
import type { Estimate, Run } from '../model.ts'
import type { Draws } from '../statistics/draws.ts'
import { summariseLatency } from './summarise.ts'

/**
 * What an engine says it took, summarised like the latency that was measured here and named `engine-latency-p50` and the
 * like; nothing where no answer says it.
 */
export function engineLatency({ rankings }: Run, metrics: readonly Metric[], draws: Draws): Record<string, Estimate> {
  const times = [...rankings.values()].flatMap(({ engineTime }) => (engineTime === undefined ? [] : [engineTime]))
  if (times.length === 0) return {}
  const estimates = Object.entries(summariseLatency(times, metrics, draws))
  return Object.fromEntries(estimates.map(([id, estimate]) => [`engine-${id}`, estimate]))
}

import { quantileSorted } from 'simple-statistics'
import { checkedCut } from './checked-cut.ts'
import type { MetricFamily } from './metric.ts'

/** Fewer durations than this beyond a quantile, and it is a guess. */
const LEAST_BEYOND = 5

/** The family `latency-pNN`: a quantile of the durations of single queries, in milliseconds. */
export function latencyFamily(percent: number): MetricFamily {
  const name = `latency-p${percent}`
  const family: MetricFamily = {
    name,
    form: name,
    takesK: false,
    needsK: false,
    higherIsBetter: false,
    range: [0, Number.POSITIVE_INFINITY],
    source: 'quantiles of type 7 (Hyndman and Fan 1996), from simple-statistics',
    summary: `${percent} of 100 queries are answered within this many milliseconds. n/a with fewer than ${needed(percent)} durations.`,
    kind: 'timing',
    population: 'all',
    at(k) {
      checkedCut(family, k)
      const ofSorted = (durations: Float64Array) => latencyQuantile(durations, percent)
      return { kind: 'timing', id: name, family, score: (all) => ofSorted(Float64Array.from(all).sort()), ofSorted }
    },
  }
  return family
}

function needed(percent: number): number {
  return Math.ceil((LEAST_BEYOND * 100) / (100 - percent))
}

function latencyQuantile(sorted: Float64Array, percent: number): number | null {
  if (sorted.length < needed(percent)) return null
  return quantileSorted(sorted as unknown as number[], percent / 100)
}

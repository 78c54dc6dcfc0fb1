import { describe, expect, it } from 'vitest'
import type { TimingMetric } from '../../src/metrics/metric.ts'
import { parseMetric } from '../../src/metrics/parse-metric.ts'

const metric = (id: string): TimingMetric => parseMetric(id) as TimingMetric
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => n - i)

describe('latency quantiles', () => {
  it.each([
    ['latency-p50', 10],
    ['latency-p95', 100],
    ['latency-p99', 500],
  ])('%s needs five durations beyond it: %i in all', (id, needed) => {
    expect(metric(id).score(upTo(needed - 1))).toBeNull()
    expect(metric(id).score(upTo(needed))).not.toBeNull()
  })

  it('interpolate linearly, in any order of durations, which stays as it is', () => {
    const durations = upTo(101)
    expect(metric('latency-p50').score(durations)).toBe(51)
    expect(metric('latency-p95').score(durations)).toBeCloseTo(96, 9)
    expect(durations).toEqual(upTo(101))
  })

  it('are better when lower', () => expect(metric('latency-p50').family.higherIsBetter).toBe(false))
})

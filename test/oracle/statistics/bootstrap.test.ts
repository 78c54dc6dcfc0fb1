import { describe, expect, it } from 'vitest'
import { acceleration, type BootstrapMethod } from '../../../src/statistics/bootstrap-interval.ts'
import { estimateMean } from '../../../src/statistics/estimate-mean.ts'
import { differencesOf } from '../../../src/statistics/paired-differences.ts'
import { studentTQuantile } from '../../../src/statistics/student-t-quantile.ts'
import { golden } from './golden.ts'

interface Recorded {
  readonly low_mean_of_5_seeds: number
  readonly high_mean_of_5_seeds: number
  readonly low_range: [number, number]
  readonly high_range: [number, number]
}
interface Bootstrap {
  readonly n_resamples: number
  readonly inputs: Record<string, number[]>
  readonly results: Record<
    string,
    {
      readonly mean: number
      readonly sem: number
      readonly ci: Record<string, Recorded>
      readonly 't_interval_0.95': [number, number]
      readonly bca_acceleration: number
    }
  >
}

const recorded = golden<Bootstrap>('bootstrap')

/**
 * Five seeds show a spread; a sixth may lie outside it by as much again, by the Monte Carlo error of a tail quantile of
 * 100,000 resamples (at most 0.02 standard errors, twice), or by one step of a discrete statistic.
 */
function expectWithinSpread(found: number, [low, high]: [number, number], least: number): void {
  const room = Math.max(high - low, least) + 1e-12
  expect(found).toBeGreaterThanOrEqual(low - room)
  expect(found).toBeLessThanOrEqual(high + room)
}

describe.each(Object.entries(recorded.inputs))('bootstrap of %s', (name, values) => {
  const result = recorded.results[name]!
  const distinct = new Set(values).size

  it.each(Object.entries(result.ci))("%s lies within the recorded programs' spread", (key, interval) => {
    const [method, level] = key.split('_') as [string, string]
    const estimate = estimateMean(values, {
      seed: 'oracle',
      level: Number(level),
      method: method.toLowerCase() as BootstrapMethod,
      resamples: recorded.n_resamples,
    })
    expect(estimate.point).toBeCloseTo(result.mean, 12)
    expect(estimate.method).toBe(method.toLowerCase())
    const least = Math.max(distinct === 2 ? 1 / values.length : 0, 0.04 * result.sem)
    expectWithinSpread(estimate.lower!, interval.low_range, least)
    expectWithinSpread(estimate.upper!, interval.high_range, least)
  })

  it('has the recorded acceleration to 1e-9', () => {
    const sum = values.reduce((total, value) => total + value, 0)
    const jackknife = Float64Array.from(values, (value) => (sum - value) / (values.length - 1))
    expect(Math.abs(acceleration(jackknife) - result.bca_acceleration)).toBeLessThan(1e-9)
  })

  it('has the recorded standard error and t interval to 1e-9', () => {
    const { mean, standardError } = differencesOf(values)
    const margin = studentTQuantile(0.975, values.length - 1) * standardError!
    expect(Math.abs(standardError! - result.sem)).toBeLessThan(1e-9)
    expect(Math.abs(mean - margin - result['t_interval_0.95'][0])).toBeLessThan(1e-9)
    expect(Math.abs(mean + margin - result['t_interval_0.95'][1])).toBeLessThan(1e-9)
  })
})

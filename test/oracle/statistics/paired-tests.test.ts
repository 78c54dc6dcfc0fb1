import { describe, expect, it } from 'vitest'
import { estimateMean } from '../../../src/statistics/estimate-mean.ts'
import { pairedDifferences } from '../../../src/statistics/paired-differences.ts'
import { pairedT } from '../../../src/statistics/paired-t.ts'
import { signFlip } from '../../../src/statistics/sign-flip.ts'
import { type Alternative, wilcoxon, type ZeroMethod } from '../../../src/statistics/wilcoxon.ts'
import { winTieLoss } from '../../../src/statistics/win-tie-loss.ts'
import { golden } from './golden.ts'

interface Answer {
  readonly statistic: number | null
  readonly pvalue: number | null
}
interface Range {
  readonly low_range: [number, number]
  readonly high_range: [number, number]
}
interface Result {
  readonly mean_diff_b_minus_a: number
  readonly 'ttest_rel_b_vs_a_two-sided': Answer
  readonly 'permutation_signflip_exact_two-sided'?: { readonly pvalue: number }
  readonly 'permutation_signflip_mc_two-sided'?: { readonly pvalue_range: [number, number] }
  readonly 'paired_diff_bootstrap_percentile_0.95'?: Range
  readonly sign_test: { readonly n_nonzero: number; readonly n_positive: number }
}

const recorded = golden<{
  readonly inputs: Record<string, { readonly a: number[]; readonly b: number[] }>
  readonly results: Record<string, Result>
}>('paired_tests')

function expectClose(found: number | null, expected: number | null): void {
  if (expected === null) expect(found).toBeNull()
  else expect(Math.abs(found! - expected)).toBeLessThan(1e-9)
}

describe.each(Object.entries(recorded.inputs))('paired tests of %s', (name, { a, b }) => {
  const result = recorded.results[name]!
  const differences = pairedDifferences(a, b)

  it('has the recorded mean difference and paired t-test to 1e-9', () => {
    const test = pairedT(differences)
    expectClose(differences.mean, result.mean_diff_b_minus_a)
    expectClose(test?.t ?? null, result['ttest_rel_b_vs_a_two-sided'].statistic)
    expectClose(test?.p ?? null, result['ttest_rel_b_vs_a_two-sided'].pvalue)
  })

  it('has the recorded sign-flip p: exact to 1e-9, drawn within the spread of five seeds', () => {
    const p = signFlip(differences.sums, a.length, 'oracle', 99_999)
    const exact = result['permutation_signflip_exact_two-sided']
    const drawn = result['permutation_signflip_mc_two-sided']?.pvalue_range
    if (exact !== undefined) expectClose(p, exact.pvalue)
    else {
      const [low, high] = drawn!
      expect(p).toBeGreaterThan(low - (high - low))
      expect(p).toBeLessThan(high + (high - low))
    }
  })

  const tests = Object.entries(result as unknown as Record<string, Answer>).filter(([key]) =>
    key.startsWith('wilcoxon_'),
  )
  it.each(tests)('has the recorded %s to 1e-9', (key, answer) => {
    const [, zeros, distribution, continuity, alternative] = key.split('_') as [string, string, string, string, string]
    const found = wilcoxon(differences.values, {
      zeros: zeros as ZeroMethod,
      distribution: distribution === 'exact' ? 'exact' : 'normal',
      continuity: continuity === 'cc',
      alternative: alternative as Alternative,
    })
    expectClose(found.statistic, answer.statistic)
    expectClose(found.p, answer.pvalue)
  })

  it('counts the recorded wins and changes', () => {
    const { wins, ties } = winTieLoss(differences.values)
    expect({ wins, changed: a.length - ties }).toEqual({
      wins: result.sign_test.n_positive,
      changed: result.sign_test.n_nonzero,
    })
  })

  const range = result['paired_diff_bootstrap_percentile_0.95']
  it.runIf(range !== undefined)('bootstraps the recorded interval of the difference', () => {
    const { lower, upper } = estimateMean(differences.values, {
      seed: 'oracle',
      method: 'percentile',
      resamples: 100_000,
    })
    for (const [found, [low, high]] of [
      [lower!, range!.low_range],
      [upper!, range!.high_range],
    ] as const) {
      const room = Math.max(high - low, 1e-9)
      expect(found).toBeGreaterThanOrEqual(low - room)
      expect(found).toBeLessThanOrEqual(high + room)
    }
  })
})

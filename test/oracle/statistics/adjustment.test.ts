import { quantile } from 'simple-statistics'
import { expect, it } from 'vitest'
import { benjaminiHochberg } from '../../../src/statistics/benjamini-hochberg.ts'
import { binomialUpper } from '../../../src/statistics/binomial-upper.ts'
import { golden } from './golden.ts'

const recorded = golden<{
  readonly false_discovery_control: { readonly p: number[]; readonly bh: number[] }
  readonly binomial_ci: { readonly k: number; readonly n: number; readonly exact95: [number, number] }[]
  readonly quantiles: { readonly data: number[]; readonly numpy_linear: Record<string, number> }
}>('misc')

it('adjusts by Benjamini and Hochberg as scipy does, to 1e-9', () => {
  const { p, bh } = recorded.false_discovery_control
  benjaminiHochberg(p).forEach((adjusted, i) => {
    expect(Math.abs(adjusted - bh[i]!)).toBeLessThan(1e-9)
  })
})

it.each(recorded.binomial_ci)('bounds a share of $k in $n as scipy does, to 1e-9', ({ k, n, exact95 }) => {
  expect(Math.abs(binomialUpper(k, n, 0.975) - exact95[1])).toBeLessThan(1e-9)
})

it.each(Object.entries(recorded.quantiles.numpy_linear))('takes quantile %s as numpy does, to 1e-9', (share, value) => {
  expect(Math.abs(quantile(recorded.quantiles.data, Number(share)) - value)).toBeLessThan(1e-9)
})

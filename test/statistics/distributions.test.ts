import { describe, expect, it } from 'vitest'
import { binomialUpper } from '../../src/statistics/binomial-upper.ts'
import { incompleteBeta } from '../../src/statistics/incomplete-beta.ts'
import { logGamma } from '../../src/statistics/log-gamma.ts'
import { normalCdf } from '../../src/statistics/normal-cdf.ts'
import { normalQuantile } from '../../src/statistics/normal-quantile.ts'
import { studentTCdf } from '../../src/statistics/student-t-cdf.ts'
import { studentTQuantile } from '../../src/statistics/student-t-quantile.ts'

const SHARES = [1e-9, 1e-4, 0.025, 0.2, 0.5, 0.8, 0.975, 0.9999]

describe('distribution functions', () => {
  it.each([
    [0, 0.5],
    [1.959963984540054, 0.975],
    [-1.6448536269514722, 0.05],
    [-6, 9.865876450376946e-10],
    [-40, 0],
    [40, 1],
  ])('normalCdf(%s) is the tabled value', (z, p) => {
    expect(Math.abs(normalCdf(z) - p)).toBeLessThan(1e-15)
  })

  it('normalQuantile undoes normalCdf and has its limits', () => {
    for (const share of SHARES) expect(Math.abs(normalCdf(normalQuantile(share)) - share)).toBeLessThan(1e-14)
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY)
    expect(normalQuantile(1.1)).toBeNaN()
  })

  it('studentTCdf has the closed forms of one and two degrees of freedom', () => {
    for (const t of [-5, -0.3, 0, 0.3, 5]) {
      expect(Math.abs(studentTCdf(t, 1) - (0.5 + Math.atan(t) / Math.PI))).toBeLessThan(1e-12)
      expect(Math.abs(studentTCdf(t, 2) - (0.5 + t / (2 * Math.sqrt(2 + t * t))))).toBeLessThan(1e-12)
    }
  })

  it('studentTQuantile undoes studentTCdf', () => {
    for (const df of [1, 2, 5, 30, 499, 1e5]) {
      for (const share of SHARES) {
        expect(Math.abs(studentTCdf(studentTQuantile(share, df), df) - share)).toBeLessThan(1e-11)
      }
    }
  })

  it('logGamma gives factorials, incompleteBeta its limits and symmetry', () => {
    expect(logGamma(11)).toBeCloseTo(Math.log(3628800), 12)
    expect(incompleteBeta(0, 2, 3)).toBe(0)
    expect(incompleteBeta(1, 2, 3)).toBe(1)
    expect(incompleteBeta(0.3, 2, 3)).toBeCloseTo(1 - incompleteBeta(0.7, 3, 2), 14)
  })

  it('binomialUpper is near 3/n for nothing seen, and 1 for everything seen', () => {
    expect(binomialUpper(0, 100, 0.95)).toBeCloseTo(1 - 0.05 ** (1 / 100), 12)
    expect(binomialUpper(5, 5, 0.95)).toBe(1)
  })
})

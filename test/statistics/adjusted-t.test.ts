import { describe, expect, it } from 'vitest'
import { adjustedT } from '../../src/statistics/adjusted-t.ts'
import { differencesOf } from '../../src/statistics/paired-differences.ts'

describe('adjustedT', () => {
  it("is Agresti and Min's interval for paired yes/no answers: a half added to each cell", () => {
    const gained = 4
    const lost = 9
    const n = 50
    const values = Array.from({ length: n }, (_, i) => (i < gained ? 1 : i < gained + lost ? -1 : 0))
    const { center, standardError } = adjustedT(differencesOf(values))!
    const [b, c, total] = [gained + 0.5, lost + 0.5, n + 2]
    expect(center).toBeCloseTo((b - c) / total, 12)
    const wald = Math.sqrt((b + c - (b - c) ** 2 / total) / total ** 2)
    // Theirs divides by n, Student's by n - 1.
    expect(standardError).toBeCloseTo(wald * Math.sqrt(total / (total - 1)), 12)
  })

  it('counts the changed for its degrees of freedom, by cluster', () => {
    expect(adjustedT(differencesOf([0.1, 0, 0.2, 0]))?.degreesOfFreedom).toBe(3)
    expect(adjustedT(differencesOf([0.1, 0, 0.2, 0], ['a', 'a', 'a', 'b']))?.degreesOfFreedom).toBe(2)
  })

  it('does not exist where nothing changed', () => {
    expect(adjustedT(differencesOf([0, 0]))).toBeNull()
    expect(adjustedT(differencesOf([]))).toBeNull()
  })

  it('comes to the plain mean and standard error as samples grow', () => {
    const values = Array.from({ length: 5000 }, (_, i) => ((i * 7919) % 101) / 100 - 0.5)
    const differences = differencesOf(values)
    const adjusted = adjustedT(differences)!
    expect(adjusted.center).toBeCloseTo(differences.mean, 5)
    expect(adjusted.standardError / differences.standardError!).toBeCloseTo(1, 3)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spanOf } from '../../src/metrics/judged-span.ts'
import type { RankingMetric } from '../../src/metrics/metric.ts'
import { parseMetric } from '../../src/metrics/parse-metric.ts'
import { metricFamilies } from '../../src/metrics/registry.ts'
import { type JudgedRanking, REPEATED, UNJUDGED } from '../../src/model.ts'
import { anyJudgedRanking } from './judged-rankings.ts'

const metrics = Object.values(metricFamilies)
  .flatMap((family) =>
    [...(family.needsK ? [] : [undefined]), ...(family.takesK ? [1, 3, 10, 400] : [])].map((k) => family.at(k)),
  )
  .filter((metric): metric is RankingMetric => metric.kind === 'ranking')
const answerable = metrics.filter(({ family }) => family.population === 'answerable')
const named = (list: readonly RankingMetric[]) => list.map((metric) => [metric.id, metric] as const)

const swapped = <T>(list: readonly T[], i: number): T[] => list.with(i, list[i + 1]!).with(i + 1, list[i]!)

/** The positions at which a gaining hit stands directly below one that matches no judgment. */
function improvable({ labels }: JudgedRanking): number[] {
  return labels.flatMap((label, i) => (label === UNJUDGED && (labels[i + 1] ?? 0) > 0 ? [i] : []))
}

describe('every metric of a ranking', () => {
  it('is covered here', () => expect(metrics.length).toBeGreaterThan(30))

  it.each(named(metrics))('%s stays in its range', (_id, metric) => {
    const [lowest, highest] = metric.family.range
    fc.assert(
      fc.property(anyJudgedRanking, (ranking) => {
        const value = metric.score(ranking)
        if (value !== null) expect(value).toBeGreaterThanOrEqual(lowest)
        if (value !== null) expect(value).toBeLessThanOrEqual(highest)
        expect(metric.scoreAsTrecEval(spanOf(ranking))).toBeGreaterThanOrEqual(lowest)
        expect(metric.scoreAsTrecEval(spanOf(ranking))).toBeLessThanOrEqual(highest)
      }),
    )
  })

  it.each(named(metrics))('%s never falls when a gaining hit moves up past one without a judgment', (_id, metric) => {
    fc.assert(
      fc.property(anyJudgedRanking, (ranking) => {
        for (const i of improvable(ranking)) {
          const better = { ...ranking, labels: swapped(ranking.labels, i), tokens: swapped(ranking.tokens, i) }
          expect(metric.score(better) ?? -1).toBeGreaterThanOrEqual(metric.score(ranking) ?? -1)
        }
      }),
    )
  })

  it.each(named(answerable))('%s gains nothing from hits on a target that is consumed already', (_id, metric) => {
    fc.assert(
      fc.property(anyJudgedRanking, fc.nat(30), (ranking, at) => {
        if (metric.family.name === 'judged') return
        const insert = (list: readonly number[], value: number): number[] => list.toSpliced(at, 0, value)
        const padded = { ...ranking, labels: insert(ranking.labels, REPEATED), tokens: insert(ranking.tokens, 0) }
        expect(metric.score(padded) ?? 0).toBeLessThanOrEqual((metric.score(ranking) ?? 0) + 1e-15)
      }),
    )
  })

  it.each(named(answerable))('%s is n/a where no judgment is relevant', (_id, metric) => {
    const ranking: JudgedRanking = { labels: [0, UNJUDGED], tokens: [1, 1], grades: [0], level: 1, confidence: 1 }
    const empty = { ...ranking, labels: [], tokens: [], grades: [] }
    if (metric.family.name === 'judged') expect(metric.score(empty)).toBe(0)
    else expect([metric.score(ranking), metric.score(empty)]).toEqual([null, null])
    expect(metric.scoreAsTrecEval(spanOf(empty))).toBe(0)
  })

  it.each(named(metrics))('%s is the same wherever in longer arrays its query stands', (_id, metric) => {
    fc.assert(
      fc.property(anyJudgedRanking, anyJudgedRanking, anyJudgedRanking, (before, ranking, after) => {
        const flat = (key: 'labels' | 'tokens' | 'grades') =>
          Int32Array.from([before, ranking, after].flatMap((one) => one[key]))
        const [start, gradesStart] = [before.labels.length, before.grades.length]
        const score = metric.scoreAsTrecEval({
          labels: flat('labels'),
          tokens: flat('tokens'),
          start,
          end: start + ranking.labels.length,
          grades: flat('grades'),
          gradesStart,
          gradesEnd: gradesStart + ranking.grades.length,
          level: ranking.level,
        })
        expect(score).toBe(metric.scoreAsTrecEval(spanOf(ranking)))
      }),
    )
  })

  it.each(named(metrics))('%s parses to itself', (id, metric) => {
    expect(parseMetric(id).id).toBe(metric.id)
  })
})

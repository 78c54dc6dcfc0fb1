import { describe, expect, it } from 'vitest'
import { spanOf } from '../../src/metrics/judged-span.ts'
import type { RankingMetric } from '../../src/metrics/metric.ts'
import { parseMetric } from '../../src/metrics/parse-metric.ts'
import { REPEATED, UNJUDGED } from '../../src/model.ts'
import { judgedRanking } from './judged-rankings.ts'

const U = UNJUDGED
const metric = (id: string): RankingMetric => parseMetric(id) as RankingMetric
const value = (id: string, ...ranking: Parameters<typeof judgedRanking>) => metric(id).score(judgedRanking(...ranking))

describe('metrics of one ranking', () => {
  it.each([
    ['ndcg@10', [2, U, 1], [2, 1], (2 + 1 / 2) / (2 + 1 / Math.log2(3))],
    ['ndcg@1', [1, 2], [2, 1], 0.5],
    ['ndcg@10 ideal over all judgments, found or not', [1], [1, 1], 1 / (1 + 1 / Math.log2(3))],
    ['ndcg-exp@10', [1, 3], [3, 1], (1 + 7 / Math.log2(3)) / (7 + 1 / Math.log2(3))],
    ['recall@2', [1, U, 1], [1, 1, 1], 1 / 3],
    ['precision@5 divides by k', [1, 1], [1, 1], 2 / 5],
    ['f1@3', [1, U, U], [1, 1], 0.4],
    ['f1@3 where nothing is found', [U], [1, 1], 0],
    ['hit@2', [U, 1], [1], 1],
    ['hit@1', [U, 1], [1], 0],
    ['mrr', [U, U, 1], [1], 1 / 3],
    ['mrr@2', [U, U, 1], [1], 0],
    ['map', [1, U, 1], [1, 1, 1], (1 + 2 / 3) / 3],
    ['map@2', [1, U, 1], [1, 1, 1], 1 / 3],
    ['r-precision', [1, U, 1], [1, 1], 0.5],
    ['judged@4 counts every grade and repetition', [0, U, 1, REPEATED], [1, 0], 0.75],
    ['judged@10 divides by k', [1, 0], [1, 0], 0.2],
    ['condensed-ndcg@1', [U, U, 1], [1, 0], 1],
    ['bpref without a judged hit above', [U, 1], [1, 0], 1],
    ['bpref', [0, 1, 0, 1, 0], [1, 1, 0, 0, 0], (1 - 1 / 2 + (1 - 2 / 2)) / 2],
    ['bpref takes the smaller of R and N', [0, 1, 1], [1, 1, 1, 0], 0],
    ['top1', [2], [2], 1],
    ['top1 with any expected entry', [1, 2], [2, 1], 1],
    ['top1 with a repetition first', [REPEATED, 2], [2], 0],
    ['oce', [2, 1], [2, 1], 2],
    ['oce with the order wrong', [1, 2], [2, 1], 1 + (1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3))],
  ] as const)('%s of %j with judgments %j', (name, labels, grades, expected) => {
    expect(value(name.split(' ')[0]!, labels, grades)).toBeCloseTo(expected, 12)
  })

  it('counts as relevant what reaches the level, in binary metrics only', () => {
    const ranking = judgedRanking([1, 2], [2, 1], { level: 2 })
    const scores = ['hit@1', 'recall@2', 'mrr', 'top1'].map((id) => metric(id).score(ranking))
    expect(scores).toEqual([0, 1, 0.5, 1])
  })

  it('is n/a for bpref and condensed-ndcg without an explicit grade 0, unless trec_eval is followed', () => {
    const ranking = judgedRanking([U, 1], [1, 1])
    expect([metric('bpref').score(ranking), metric('condensed-ndcg@5').score(ranking)]).toEqual([null, null])
    expect(metric('bpref').scoreAsTrecEval(spanOf(ranking))).toBe(0.5)
  })

  it('ends recall within a token budget at the first hit that does not fit', () => {
    const ranking = judgedRanking([1, 1, U, 1], [1, 1, 1, 1], { tokens: [100, 50, 200, 10] })
    const budgets = [99, 100, 150, 349, 350, 360]
    expect(budgets.map((n) => metric(`recall@tokens:${n}`).score(ranking))).toEqual([0, 0.25, 0.5, 0.5, 0.5, 0.75])
  })

  it('counts all judgments of one hit at once, their tokens once', () => {
    const ranking = judgedRanking([2, 1], [2, 1], { tokens: [80, 0] })
    expect(metric('recall@tokens:80').score(ranking)).toBe(1)
  })

  it('calls an empty ranking right for an unanswerable query', () => {
    expect(metric('no-evidence-accuracy').score(judgedRanking([], []))).toBe(1)
    expect(metric('no-evidence-accuracy').score(judgedRanking([U], []))).toBe(0)
  })

  it('does not take a token budget for a depth', () => {
    expect(metric('recall@tokens:4000').k).toBeUndefined()
    expect(metric('recall@20').k).toBe(20)
  })
})

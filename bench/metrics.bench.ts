/**
 * nDCG@10 of 100,000 queries x 100 results: the metric, a bare loop over typed arrays that does the same arithmetic, and the
 * implementation that objects and array methods suggest. Run with `npx tsx bench/metrics.bench.ts`.
 */
import type { RankingMetric } from '../src/metrics/metric.ts'
import { parseMetric } from '../src/metrics/parse-metric.ts'
import { type JudgedRanking, UNJUDGED } from '../src/model.ts'
import { interleaved, printMedians } from './medians.ts'

const QUERIES = 100_000
const RESULTS = 100
const K = 10
const JUDGED = 8

/** A small generator with a fixed seed, so that every run measures the same rankings. */
let state = 1
function draw(bound: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return Math.floor(((state >>> 0) / 2 ** 32) * bound)
}

function labelsOf(): number[] {
  return Array.from({ length: RESULTS }, () => (draw(20) === 0 ? draw(4) : UNJUDGED))
}

const rankings = Array.from({ length: QUERIES }, () => {
  const labels = labelsOf()
  const missed = Array.from({ length: JUDGED }, () => draw(4))
  const grades = [...labels.filter((label) => label >= 0), ...missed].sort((a, b) => b - a)
  return { labels, grades }
})

const labels = Int32Array.from(rankings.flatMap((ranking) => ranking.labels))
const grades = Int32Array.from(rankings.flatMap((ranking) => ranking.grades))
const gradesStart = new Int32Array(QUERIES + 1)
for (const [i, ranking] of rankings.entries()) gradesStart[i + 1] = gradesStart[i]! + ranking.grades.length
const discounts = Float64Array.from({ length: K }, (_, i) => Math.log2(i + 2))

function bareLoop(): number {
  let total = 0
  for (let query = 0; query < QUERIES; query++) {
    let gained = 0
    let ideal = 0
    for (let i = 0; i < K; i++) {
      const grade = labels[query * RESULTS + i]!
      if (grade > 0) gained += grade / discounts[i]!
    }
    const judged = Math.min(K, gradesStart[query + 1]! - gradesStart[query]!)
    for (let i = 0; i < judged; i++) {
      const grade = grades[gradesStart[query]! + i]!
      if (grade > 0) ideal += grade / discounts[i]!
    }
    if (ideal > 0) total += gained / ideal
  }
  return total
}

const metric = parseMetric(`ndcg@${K}`) as RankingMetric

function onFlatArrays(): number {
  const span = { labels, tokens: labels, start: 0, end: 0, grades, gradesStart: 0, gradesEnd: 0, level: 1 }
  let total = 0
  for (let query = 0; query < QUERIES; query++) {
    span.start = query * RESULTS
    span.end = span.start + RESULTS
    span.gradesStart = gradesStart[query]!
    span.gradesEnd = gradesStart[query + 1]!
    total += metric.scoreAsTrecEval(span)
  }
  return total
}

const judgedRankings: JudgedRanking[] = rankings.map((ranking) => ({
  ...ranking,
  tokens: [],
  level: 1,
  confidence: null,
}))

function onRankings(): number {
  let total = 0
  for (const ranking of judgedRankings) total += metric.score(ranking) ?? 0
  return total
}

const objects = rankings.map(({ labels, grades }) => ({
  hits: labels.map((label, i) => ({ id: `d${i}`, score: RESULTS - i, relevance: Math.max(0, label) })),
  judgments: grades.map((grade, i) => ({ id: `j${i}`, relevance: grade })),
}))

function dcg(items: readonly { relevance: number }[]): number {
  return items.slice(0, K).reduce((sum, { relevance }, i) => sum + relevance / Math.log2(i + 2), 0)
}

function plainObjects(): number {
  return objects.reduce((total, { hits, judgments }) => {
    const ideal = dcg([...judgments].sort((a, b) => b.relevance - a.relevance))
    return ideal > 0 ? total + dcg([...hits].sort((a, b) => b.score - a.score)) / ideal : total
  }, 0)
}

const tasks = {
  'metric, flat arrays': onFlatArrays,
  'metric, one object a ranking': onRankings,
  'bare typed-array loop': bareLoop,
  'plain objects': plainObjects,
}
const totals = Object.values(tasks).map((task) => task())
if (totals.some((total) => Math.abs(total - totals[0]!) > 1e-6))
  throw new Error(`different results: ${totals.join(', ')}`)
printMedians(interleaved(tasks, 25))

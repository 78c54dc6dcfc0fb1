import type { PairedScores, StrategyComparison } from '../comparison/comparison.ts'
import { sameRanking } from '../comparison/same-ranking.ts'
import type { JudgedQuery } from '../metrics/score-rankings.ts'
import type { Answer, Side, StrategySide } from './answer.ts'
import type { TestBench } from './test-bench.ts'

/**
 * The same numbers as comparing two reports gives, where both are of the same questions, judgments and documents: nothing
 * has to be paired, carried or judged again. Changes of single questions are left out.
 */
export function compareSides(bench: TestBench, base: Side, head: Side): StrategyComparison[] {
  return bench.strategies.map((strategy) => compareStrategy(bench, strategy, base.get(strategy)!, head.get(strategy)!))
}

interface Pair {
  readonly id: string
  readonly base: Answer
  readonly now: Answer
}

function compareStrategy(
  bench: TestBench,
  strategy: string,
  base: StrategySide,
  now: StrategySide,
): StrategyComparison {
  const pairs: Pair[] = []
  for (const id of bench.queries) {
    const before = base.answers.get(id)
    const after = now.answers.get(id)
    if (before !== undefined && after !== undefined) pairs.push({ id, base: before, now: after })
  }
  const metrics: Record<string, PairedScores> = {}
  const sets: Record<string, { base: number | null; now: number | null }> = {}
  for (const metric of bench.metrics) {
    if (metric.kind === 'ranking') metrics[metric.id] = pairedScores(pairs, metric.id)
    if (metric.kind === 'set') {
      const score = (side: 'base' | 'now') => metric.score(pairs.map((pair) => judgedOf(pair, side, bench)))
      sets[metric.id] = { base: score('base'), now: score('now') }
    }
  }
  return {
    strategy,
    metrics,
    sets,
    changes: [],
    headline: '',
    erred: bench.queries.filter((id) => base.errors.has(id) || now.errors.has(id)),
    identical: pairs.every(isIdentical),
  }
}

function pairedScores(pairs: readonly Pair[], metric: string): PairedScores {
  const ids: string[] = []
  const base: number[] = []
  const now: number[] = []
  for (const pair of pairs) {
    const before = pair.base.scores.get(metric)
    const after = pair.now.scores.get(metric)
    if (before === undefined || before === null || after === undefined || after === null) continue
    ids.push(pair.id)
    base.push(before)
    now.push(after)
  }
  return { metric, ids, base, now }
}

function judgedOf(pair: Pair, side: 'base' | 'now', bench: TestBench): JudgedQuery {
  return { id: pair.id, answerable: bench.isAnswerable(pair.id), ranking: pair[side].judged }
}

function isIdentical({ base, now }: Pair): boolean {
  return sameRanking(base, now)
}

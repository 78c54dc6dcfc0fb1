import type { EvaluationReport } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import { rankingOf } from '../comparison/side.ts'
import { gatedStrategies } from '../gate/gated-strategies.ts'
import { judge } from '../judging/judge.ts'
import type { Metric } from '../metrics/metric.ts'
import { parseMetric } from '../metrics/parse-metric.ts'
import { enters } from '../metrics/score-rankings.ts'
import type { Hit, Judgment } from '../model.ts'
import type { Answer, Side, StrategySide } from './answer.ts'

/** The report that a gate is tried on, with what its rules need of it worked out once. */
export class TestBench {
  readonly report: EvaluationReport
  /** Query ids in code-unit order. */
  readonly queries: readonly string[]
  /** The strategies that decide anything. */
  readonly strategies: readonly string[]
  /** The metrics that rules name, durations left out. */
  readonly metrics: readonly Metric[]
  /** The report as it is, every strategy of it. */
  readonly side: Side

  constructor(report: EvaluationReport) {
    const { rules } = report.gate
    this.report = report
    this.queries = Object.keys(report.queries).sort(compareCodeUnits)
    const named = new Set([...rules.flatMap((rule) => rule.strategies), ...gatedStrategies({ rules, head: report })])
    this.strategies = Object.keys(report.strategies).filter((name) => named.has(name))
    this.metrics = [...new Set(rules.map(({ metric }) => metric))]
      .map(parseMetric)
      .filter(({ kind }) => kind !== 'timing')
    this.side = new Map(Object.keys(report.strategies).map((name) => [name, this.#strategySide(name)]))
  }

  /** Judges and scores what a strategy might return for a question. */
  answer(query: string, hits: readonly Hit[], confidence: number | undefined, minScore: number | null): Answer {
    const { match, depth, queries } = this.report
    const judgments: readonly Judgment[] = queries[query]!.judgments
    const judged = judge(judgments, confidence === undefined ? { hits } : { hits, confidence }, {
      match,
      depth,
      minScore,
    })
    const scores = new Map<string, number | null>()
    for (const metric of this.metrics) {
      if (metric.kind !== 'ranking' || !enters(this.isAnswerable(query), metric.family.population)) continue
      scores.set(metric.id, metric.score(judged.ranking))
    }
    return { hits, confidence, judged: judged.ranking, scores }
  }

  isAnswerable(query: string): boolean {
    return this.report.queries[query]!.judgments.some(({ grade }) => grade > 0)
  }

  #strategySide(name: string): StrategySide {
    const { minScore, errors } = this.report.strategies[name]!
    const answers = new Map<string, Answer>()
    for (const id of this.queries) {
      const ranking = rankingOf(this.report, name, id)
      if (ranking !== null) answers.set(id, this.answer(id, ranking.hits, ranking.confidence, minScore))
    }
    return { minScore, answers, errors: new Map(Object.entries(errors)) }
  }
}

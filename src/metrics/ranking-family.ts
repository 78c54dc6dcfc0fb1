import { checkedCut } from './checked-cut.ts'
import { type JudgedSpan, spanOf } from './judged-span.ts'
import type { MetricFamily, Population, RankingMetric } from './metric.ts'

interface Definition {
  readonly name: string
  /** required: `recall@5`; optional: `mrr`, `mrr@10`; none: `bpref`; tokens: `recall@tokens:1000`. */
  readonly cut: 'required' | 'optional' | 'none' | 'tokens'
  readonly range?: readonly [number, number]
  readonly source: string
  readonly summary: string
  readonly population?: Population
  /** 1 for a yes/no metric. */
  readonly step?: number
  /** Without an explicit grade 0 the metric would only restate what was retrieved, so gate runs print n/a. */
  readonly needsGradeZero?: boolean
  /** `k` is Infinity where the id has no cut. */
  score(span: JudgedSpan, k: number): number | null
}

const FORMS = {
  required: (name: string) => `${name}@k`,
  optional: (name: string) => `${name} or ${name}@k`,
  none: (name: string) => name,
  tokens: (name: string) => `${name}:N`,
} as const

/** A family of metrics of one judged ranking, from its formula and what a reader should know of it. */
export function rankingFamily(definition: Definition): MetricFamily {
  const { name, cut, source, summary, range = [0, 1], population = 'answerable', step } = definition
  const family: MetricFamily = {
    name,
    form: FORMS[cut](name),
    takesK: cut !== 'none',
    needsK: cut === 'required' || cut === 'tokens',
    higherIsBetter: true,
    range,
    source,
    summary,
    kind: 'ranking',
    population,
    ...(step === undefined ? {} : { step }),
    at(k) {
      checkedCut(family, k)
      return metricAt(family, definition, k)
    },
  }
  return family
}

function metricAt(family: MetricFamily, definition: Definition, k: number | undefined): RankingMetric {
  const { name, cut, score, needsGradeZero = false } = definition
  const reach = k ?? Number.POSITIVE_INFINITY
  return {
    kind: 'ranking',
    id: k === undefined ? name : cut === 'tokens' ? `${name}:${k}` : `${name}@${k}`,
    family,
    ...(k === undefined || cut === 'tokens' ? {} : { k }),
    score: (ranking) => (needsGradeZero && ranking.grades.at(-1) !== 0 ? null : score(spanOf(ranking), reach)),
    scoreAsTrecEval: (span) => score(span, reach) ?? 0,
  }
}

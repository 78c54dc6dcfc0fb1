import type { EvaluationReport, ReportQuery } from '../baseline/report-schema.ts'
import { rankingOf } from '../comparison/side.ts'
import { documentOf } from '../document-of.ts'
import { collapses, type Judged, judge } from '../judging/judge.ts'
import type { Report } from './report.ts'

/** Metrics that ask whether a hit was judged at all; the others would misread the lines written for them. */
const ASKS_JUDGED = /^(judged|condensed-ndcg)@/

/**
 * `runs/STRATEGY.run` and `qrels.txt` for other evaluators, after judging: a hit that consumed a judgment takes that
 * judgment's id, so that trec_eval and its kin give the numbers of the gate.
 */
export const exports: Report = {
  summary: 'runs and qrels in TREC form, for trec_eval, ranx, ir_measures',
  async render({ report }) {
    const files = new Map<string, string>()
    const repeated = new Set<string>()
    const encode = rememberingEncode()
    for (const strategy of Object.keys(report.strategies)) {
      files.set(`runs/${encodeURIComponent(strategy)}.run`, runOf(report, strategy, repeated, encode))
    }
    files.set('qrels.txt', qrelsOf(report, [...repeated].sort()))
    return files
  },
}

type Encode = (name: string) => string

/** Most names stand in many lines. */
function rememberingEncode(): Encode {
  const known = new Map<string, string>()
  return (name) => {
    const encoded = known.get(name) ?? encodeURIComponent(name)
    known.set(name, encoded)
    return encoded
  }
}

function answerable(report: EvaluationReport): [string, ReportQuery][] {
  return Object.entries(report.queries).filter(([, query]) => query.judgments.some(({ grade }) => grade > 0))
}

function qrelsOf(report: EvaluationReport, repeated: readonly string[]): string {
  const judged = answerable(report).flatMap(([id, { judgments }]) =>
    judgments.map((judgment) => `${encodeURIComponent(id)} 0 ${encodeURIComponent(judgment.id)} ${judgment.grade}\n`),
  )
  const asked = report.metrics.some((metric) => ASKS_JUDGED.test(metric))
  return [...judged, ...(asked ? repeated : [])].join('')
}

function runOf(report: EvaluationReport, strategy: string, repeated: Set<string>, encode: Encode): string {
  const { match, depth } = report
  const minScore = report.strategies[strategy]?.minScore ?? null
  return answerable(report)
    .map(([id, query]) => {
      const ranking = rankingOf(report, strategy, id)
      if (ranking === null) return ''
      const names = documentNames(query, judge(query.judgments, ranking, { match, depth, minScore }), (name) =>
        repeated.add(`${encodeURIComponent(id)} 0 ${encodeURIComponent(name)} -1\n`),
      )
      return names
        .slice(0, depth)
        .map((name, index) => `${encode(id)} Q0 ${encode(name)} ${index + 1} ${depth - index} ${strategy}\n`)
        .join('')
    })
    .join('')
}

/** One document id a position, each once; `onRepeated` hears of hits on targets that are already consumed. */
function documentNames(query: ReportQuery, { positions }: Judged, onRepeated: (name: string) => void): string[] {
  const taken = new Set(query.judgments.map((judgment) => judgment.id))
  const whole = collapses(query.judgments)
  return positions.flatMap(({ hit, consumed, repeated }) => {
    if (consumed.length > 0) return consumed.map((index) => query.judgments[index]!.id)
    const name = unique(whole ? documentOf(hit) : hit.id, taken)
    if (repeated) onRepeated(name)
    return [name]
  })
}

function unique(name: string, taken: Set<string>): string {
  let candidate = name
  for (let turn = 2; taken.has(candidate); turn++) candidate = `${name}~${turn}`
  taken.add(candidate)
  return candidate
}

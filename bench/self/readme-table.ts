import { markdownTable } from '../../scripts/generated/markdown-table.ts'
import type { EvaluationReport } from '../../src/baseline/report-schema.ts'
import { leaderboard } from '../../src/comparison/leaderboard.ts'
import { type StrategyEvidence, strategyEvidence } from '../../src/comparison/strategy-evidence.ts'
import { difference, differenceInterval, score } from '../../src/numbers.ts'
import { standingWords } from '../../src/reports/standings.ts'
import { MULTI_HOP, STRATEGIES } from './strategies.ts'

export const METRICS = ['ndcg@10', 'recall@5', 'mrr']

const BLOCK = /(<!-- measured:strategies -->)[\s\S]*?(<!-- \/measured -->)/

/** A Markdown text with the table of a report in its block. Throws where there is no block. */
export function withTable(text: string, report: EvaluationReport): string {
  if (!BLOCK.test(text)) throw new Error('there is no block <!-- measured:strategies -->')
  return text.replace(BLOCK, (_block, start: string, end: string) => {
    return `${start}\n\n${table(report)}\n\n${sentences(report)}\n\n${end}`
  })
}

function table(report: EvaluationReport): string {
  const names = Object.keys(STRATEGIES) as (keyof typeof STRATEGIES)[]
  const board = leaderboard(report, METRICS[0]!, names)
  const rows = names.map((name) => {
    const standing = board.standings.find(({ strategy }) => strategy === name)!
    const scores = METRICS.map((metric) => withInterval(report.strategies[name]!.summary[metric]!))
    return [`\`${name}\``, STRATEGIES[name].words, ...scores, standingWords(board, standing)]
  })
  return markdownTable(
    ['strategy', 'what it is', ...METRICS.map((metric) => `\`${metric}\``), 'compared with the best'],
    rows,
  )
}

function withInterval({ point, lower, upper }: EvaluationReport['strategies'][string]['summary'][string]): string {
  return lower === null || upper === null ? score(point) : `${score(point)} (${score(lower)} … ${score(upper)})`
}

function sentences(report: EvaluationReport): string {
  const answerable = Object.values(report.queries).filter(({ judgments }) => judgments.some(({ grade }) => grade > 0))
  const ids = Object.keys(report.queries).filter((id) => MULTI_HOP.has(report.queries[id]!.category))
  const gain = strategyEvidence(report, { strategy: 'graph', against: 'bm25', metric: METRICS[0]!, ids })
  return [
    `${answerable.length} answerable questions, ${report.corpus.documents} documents, 95 % intervals.`,
    `On the ${gain.n} questions whose answer is several steps away (${[...MULTI_HOP].map((one) => `\`${one}\``).join(', ')}),`,
    `\`graph\` ${gainWords(gain)}.`,
  ].join('\n')
}

function gainWords({ difference: by, means, interval, p, n }: StrategyEvidence): string {
  const sides = `${score(means?.against)} → ${score(means?.strategy)}; ${differenceInterval(interval)}`
  const change = `${difference(by)} of nDCG@10 over its base \`bm25\` (${sides})`
  if (p !== null && p <= 0.05) return `${by > 0 ? 'gains' : 'loses'} ${change}, p = ${score(p)}`
  return `shows ${change}, which ${n} questions cannot tell from chance${p === null ? '' : ` (p = ${score(p)})`}`
}

import type { Evidence, RuleResult } from '../gate/verdict.ts'
import { groupBy } from '../group-by.ts'
import { percent, score } from '../numbers.ts'
import { changeInterval } from './change-interval.ts'
import { quoted, quotedList } from './quoted.ts'
import type { Outcome, ReportOptions } from './report.ts'
import { ruleName, ruleResults } from './rule-results.ts'
import { statusMark } from './status-mark.ts'
import { numeric, type Table, words } from './table.ts'

/** What each rule says about each strategy, and what that rests on. */
export function evidenceTable(outcome: Outcome, options: ReportOptions): Table {
  const results = ruleResults(outcome, options)
  return {
    title: 'Rules and their evidence',
    columns: [
      words('verdict'),
      words('rule'),
      words('strategy'),
      words('allowed'),
      words('found'),
      words('why'),
      numeric('questions'),
      numeric('changed'),
      numeric('win / tie / loss'),
      words('interval of the change'),
      numeric('p'),
      numeric('adjusted p'),
      numeric('one question is worth'),
      words('what it would catch'),
    ],
    rows: results.map(row),
    notes: notesOf(results),
  }
}

/** Each note once, with the strategies that it is about. */
function notesOf(results: readonly RuleResult[]): readonly string[] {
  const noted = results.flatMap(({ notes, strategy }) => notes.map((note) => ({ note, strategy })))
  return [...groupBy(noted, ({ note }) => note)].map(([note, on]) => {
    const names = quotedList([...new Set(on.map(({ strategy }) => strategy))], 3)
    return `${names}: ${note}.`
  })
}

function row(result: RuleResult): readonly string[] {
  const { rule, strategy, status, expected, actual, why, evidence } = result
  const level = rule.level === 'warn' ? ' (warns)' : ''
  return [
    `${statusMark(status)} ${status}`,
    `${ruleName(rule)}${level}`,
    quoted(strategy),
    expected,
    actual,
    why,
    ...(evidence === null ? Array<string>(8).fill('n/a') : evidenceCells(evidence)),
  ]
}

function evidenceCells(evidence: Evidence): readonly string[] {
  const { n, clusters, changed, wins, ties, losses, interval, p, adjustedP, oneQuery, power } = evidence
  return [
    clusters === n ? String(n) : `${n} in ${clusters} clusters`,
    String(changed),
    `${wins} / ${ties} / ${losses}`,
    `${changeInterval({ interval })}${'none' in interval ? '' : ` (${percent(interval.level)}, ${interval.method})`}`,
    probability(p),
    probability(adjustedP),
    score(oneQuery),
    power,
  ]
}

function probability(p: number | null): string {
  return p !== null && p > 0 && p < 0.001 ? '< 0.001' : score(p)
}

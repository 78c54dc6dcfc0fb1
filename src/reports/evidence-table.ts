import type { Evidence, RuleResult } from '../gate/verdict.ts'
import { differenceInterval, percent, score } from '../numbers.ts'
import { quoted } from './quoted.ts'
import type { Outcome, ReportOptions } from './report.ts'
import { ruleName, ruleResults } from './rule-results.ts'
import { statusMark } from './status-mark.ts'
import { numeric, type Table, words } from './table.ts'

/** What each rule says about each strategy, and what that rests on. */
export function evidenceTable(outcome: Outcome, options: ReportOptions): Table {
  return {
    title: 'Rules and their evidence',
    columns: [
      words('verdict'),
      words('rule'),
      words('strategy'),
      words('allowed'),
      words('found'),
      words('why'),
      numeric('n'),
      numeric('changed'),
      numeric('win / tie / loss'),
      words('interval of the change'),
      numeric('p'),
      numeric('adjusted p'),
      numeric('one query'),
      words('what it would notice'),
    ],
    rows: ruleResults(outcome, options).map(row),
  }
}

function row(result: RuleResult): readonly string[] {
  const { rule, strategy, status, expected, actual, why, evidence, notes } = result
  const level = rule.level === 'warn' ? ' (warns)' : ''
  return [
    `${statusMark(status)} ${status}`,
    `${ruleName(rule)}${level}`,
    quoted(strategy),
    expected,
    actual,
    [why, ...notes].join('; '),
    ...(evidence === null ? Array<string>(8).fill('n/a') : evidenceCells(evidence)),
  ]
}

function evidenceCells(evidence: Evidence): readonly string[] {
  const { n, clusters, changed, wins, ties, losses, interval, p, adjustedP, oneQuery, power } = evidence
  return [
    clusters === n ? String(n) : `${n} in ${clusters} clusters`,
    String(changed),
    `${wins} / ${ties} / ${losses}`,
    'none' in interval
      ? interval.none
      : `${differenceInterval(interval)} (${percent(interval.level)}, ${interval.method})`,
    probability(p),
    probability(adjustedP),
    score(oneQuery),
    power,
  ]
}

function probability(p: number | null): string {
  return p !== null && p > 0 && p < 0.001 ? '< 0.001' : score(p)
}

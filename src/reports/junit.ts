import type { QueryChange } from '../comparison/comparison.ts'
import type { RuleResult } from '../gate/verdict.ts'
import { difference, score } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { changesOf } from './changed-queries.ts'
import { headlineMetric } from './headline-metric.ts'
import { pinnedOn } from './pinned-on.ts'
import { changeStory, failingStory } from './query-story.ts'
import type { Outcome, Report, ReportOptions } from './report.ts'
import { ruleName, ruleResults } from './rule-results.ts'
import { storyText } from './story-text.ts'
import { strategyOrder } from './strategy-order.ts'
import { xmlText } from './xml-text.ts'

export const junit: Report = {
  summary: 'JUnit XML for CI systems: a suite a strategy, a case a rule and a query.',
  render: async (outcome, options) => new Map([['junit.xml', renderJunit(outcome, options)]]),
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped'

interface Case {
  readonly group: string
  readonly name: string
  readonly kind: Kind
  readonly message: string
  /** What a reader looks at next: where answers ranked, and what is there instead. */
  readonly detail?: string
}

/**
 * The verdict as test cases. A query that broke is a failure only on a strategy that a rule fails, or where it is pinned:
 * the file has failures when the verdict has.
 */
export function renderJunit(outcome: Outcome, options: ReportOptions): string {
  const suites = strategyOrder(outcome).map((strategy) => {
    const results = ruleResults(outcome, options).filter((result) => result.strategy === strategy)
    return { strategy, cases: [...results.map(ruleCase), ...queryCases(outcome, strategy, results)] }
  })
  const name = xmlText(`retrieval-gate ${outcome.report.name}`)
  const all = suites.flatMap(({ cases }) => cases)
  const body = suites.map(({ strategy, cases }) => suite(strategy, cases)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}" ${totals(all)}>\n${body}\n</testsuites>\n`
}

function ruleCase({ rule, status, strategy, expected, actual, why }: RuleResult): Case {
  const name = `${ruleName(rule)}: ${expected}`.replaceAll('`', '')
  const message = `${strategy}: ${actual}; ${why}`.replaceAll('`', '')
  const kinds: Readonly<Record<RuleResult['status'], Kind>> = {
    pass: 'passed',
    warn: 'passed',
    fail: 'failure',
    invalid: 'error',
    'not compared': 'skipped',
  }
  return { group: 'rules', name, kind: kinds[status], message: status === 'warn' ? `warning: ${message}` : message }
}

function queryCases(outcome: Outcome, strategy: string, results: readonly RuleResult[]): readonly Case[] {
  const { report, verdict } = outcome
  const changes = new Map(changesOf(outcome, strategy).map((change) => [change.id, change]))
  const pinned = new Map(pinnedOn(verdict, strategy).map(({ query, why }) => [query, why]))
  const failed = results.filter(({ status }) => status === 'fail')
  const floors = failed.filter(({ rule }) => rule.min !== undefined).map(({ rule }) => rule.metric)
  return Object.entries(report.queries).map(([id, { text }]) => {
    const base = { group: 'queries', name: `${id} · ${text}` }
    const error = ownEntry(report.strategies[strategy]?.errors, id)
    if (error !== undefined) return { ...base, kind: 'error', message: error }
    const scores = ownEntry(report.strategies[strategy]?.queries, id) ?? {}
    const unanswered = floors.find((metric) => scores[metric] === 0)
    const change = changes.get(id)
    const why = pinned.get(id) ?? (unanswered === undefined ? undefined : `no answer found: ${unanswered} is 0`)
    if (why === undefined && change === undefined) return { ...base, kind: 'skipped', message: whySkipped(outcome, id) }
    const verdict = decided(outcome, change, why, failed.length > 0)
    if (verdict.kind !== 'failure') return { ...base, ...verdict }
    const story =
      change === undefined ? failingStory(report, strategy, id) : changeStory(change, strategy, [], report.depth)
    return { ...base, ...verdict, detail: storyText(story) }
  })
}

function whySkipped({ comparison, report }: Outcome, id: string): string {
  if (comparison === null) return 'not compared: there is no baseline'
  if (comparison.queries.added.includes(id)) return 'not compared: new in this pull request'
  const isAnswerable = report.queries[id]?.judgments.some(({ grade }) => grade > 0)
  return isAnswerable ? 'not compared' : 'not compared: no answer is expected'
}

function decided(
  outcome: Outcome,
  change: QueryChange | undefined,
  why: string | undefined,
  isFailing: boolean,
): Pick<Case, 'kind' | 'message'> {
  const moved = change === undefined ? '' : movement(headlineMetric(outcome), change)
  if (why !== undefined) return { kind: 'failure', message: moved === '' ? why : `${why}; ${moved}` }
  if (change?.kind === 'broke' && isFailing) return { kind: 'failure', message: moved }
  return { kind: 'passed', message: change?.kind === 'same' ? '' : moved }
}

function movement(metric: string, { kind, base, now, difference: by }: QueryChange): string {
  return `${kind}: ${metric} ${score(base)} → ${score(now)} (${difference(by)})`
}

function suite(strategy: string, cases: readonly Case[]): string {
  const lines = cases.map((one) => testCase(strategy, one)).join('\n')
  return `  <testsuite name="${xmlText(strategy)}" ${totals(cases)}>\n${lines}\n  </testsuite>`
}

function testCase(strategy: string, { group, name, kind, message, detail }: Case): string {
  const head = `    <testcase classname="${xmlText(`${strategy}.${group}`)}" name="${xmlText(name)}"`
  const text = xmlText(message, 1000)
  if (kind === 'passed') return message === '' ? `${head}/>` : `${head}><system-out>${text}</system-out></testcase>`
  const body = detail === undefined || detail === '' ? '/>' : `>${xmlText(detail, 2000)}</${kind}>`
  return `${head}><${kind} message="${text}"${body}</testcase>`
}

function totals(cases: readonly Case[]): string {
  const number = (kind: Kind) => cases.filter((one) => one.kind === kind).length
  return `tests="${cases.length}" failures="${number('failure')}" errors="${number('error')}" skipped="${number('skipped')}"`
}

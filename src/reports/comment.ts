import { count } from '../numbers.ts'
import { failingQueries, worseQueries } from './failing-queries.ts'
import { fittingText } from './fitting-text.ts'
import { leaderboardTable } from './leaderboard-table.ts'
import {
  markdownAdvice,
  markdownCauses,
  markdownCounts,
  markdownFailedRules,
  markdownFinePrint,
  markdownHeadline,
  markdownNotices,
  markdownOverTime,
  markdownReasons,
} from './markdown-header.ts'
import { markdownRows } from './markdown-rows.ts'
import { markdownStories } from './markdown-story.ts'
import { markdownDetails } from './markdown-table.ts'
import { markdownLink, markdownProse } from './markdown-text.ts'
import { markdownWarnings } from './markdown-warnings.ts'
import { webAddress } from './place.ts'
import { otherNotes } from './question-changes.ts'
import type { Outcome, Report, ReportOptions } from './report.ts'
import { standingsSentence } from './standings.ts'
import { strategyStatus } from './status-mark.ts'
import { strategyOrder } from './strategy-order.ts'
import { strategyTable } from './strategy-table.ts'

/** What fits into a comment with room to spare; GitHub takes 65,536 characters. */
const COMMENT_BYTES = 60_000

interface Detail {
  readonly open: number
  readonly folded: number
  /** Of those that got worse without breaking. */
  readonly worse: number
  readonly strategies: number
  readonly metrics: number
}

const DETAILS: readonly Detail[] = [
  { open: 5, folded: 45, worse: 10, strategies: 20, metrics: 4 },
  { open: 5, folded: 15, worse: 5, strategies: 20, metrics: 4 },
  { open: 5, folded: 0, worse: 0, strategies: 20, metrics: 2 },
  { open: 2, folded: 0, worse: 0, strategies: 8, metrics: 2 },
  { open: 0, folded: 0, worse: 0, strategies: 4, metrics: 1 },
]

export const comment: Report = {
  summary: 'The pull-request comment: the verdict, the table, the questions that broke and what to do.',
  render: async (outcome, options) =>
    new Map([['comment.md', renderComment(outcome, options, { maxBytes: COMMENT_BYTES })]]),
}

/** What marks a comment as this gate's, so that the next run finds it; the name is made safe for an HTML comment. */
export function commentMarker(name: string): string {
  const safe = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD')).replaceAll('--', '-%2D')
  return `<!-- retrieval-gate:${safe} -->`
}

/** The comment in Markdown, in as much detail as fits into `maxBytes` of UTF-8; ends with the marker. */
export function renderComment(outcome: Outcome, options: ReportOptions, limits: { readonly maxBytes: number }): string {
  const levels = DETAILS.map((detail) => () => assemble(outcome, body(outcome, options, detail)))
  return fittingText(
    [...levels, () => assemble(outcome, [tooLong(outcome)]), () => assemble(outcome, [])],
    limits.maxBytes,
  )
}

function assemble(outcome: Outcome, parts: readonly string[]): string {
  const marker = commentMarker(outcome.report.name)
  return `${[markdownHeadline(outcome), ...parts, marker].filter((part) => part !== '').join('\n\n')}\n`
}

function body(outcome: Outcome, options: ReportOptions, detail: Detail): readonly string[] {
  return [
    markdownNotices(outcome).join('\n\n'),
    firstRun(outcome),
    markdownReasons(outcome),
    markdownFailedRules(outcome, options),
    markdownCounts(outcome),
    markdownCauses(outcome),
    tables(outcome, options, detail),
    ...failing(outcome, detail),
    worse(outcome, detail),
    markdownAdvice(outcome),
    ...otherNotes(outcome)
      .slice(0, 10)
      .map((note) => markdownProse(note)),
    markdownOverTime(outcome),
    warnings(outcome, detail),
    standings(outcome, options, detail),
    markdownFinePrint(outcome),
  ]
}

/** Strategies up to which all stand in one table. */
const FEW = 5

/** Open is what the verdict is about: folded are all strategies of a pass, and of many those that no rule looks at. */
function tables(outcome: Outcome, options: ReportOptions, detail: Detail): string {
  const names = strategyOrder(outcome)
  const table = (shown: readonly string[]) => strategyTable(outcome, options, detail, shown)
  if (outcome.comparison === null) return table(names)
  if (outcome.verdict.status === 'pass') return markdownDetails('Every strategy', table(names))
  const judged = names.filter((name) => strategyStatus(outcome, name) !== null)
  const others = names.filter((name) => !judged.includes(name))
  if (names.length <= FEW || judged.length === 0 || others.length === 0) return table(names)
  const title = `The ${count(others.length, 'other strategy', 'other strategies')}, which no rule is about`
  return `${table(judged)}\n\n${markdownDetails(title, table(others))}`
}

/** Who is ahead, folded away below what happened in this pull request; nothing where there is one strategy. */
function standings(outcome: Outcome, options: ReportOptions, { strategies, metrics }: Detail): string {
  const sentence = standingsSentence(outcome)
  if (sentence === null) return ''
  const board = leaderboardTable(outcome, options, { metrics, contents: false })
  return markdownDetails('Leaderboard', `${markdownProse(sentence)}\n\n${markdownRows(board, strategies)}`)
}

/** Folded: most are about answers that no question can find, and those that broke for it stand above. */
function warnings(outcome: Outcome, detail: Detail): string {
  const list = markdownWarnings(outcome, detail.worse)
  return list === '' ? '' : markdownDetails(count(outcome.report.warnings.length, 'warning'), list)
}

function firstRun({ comparison, verdict }: Outcome): string {
  if (comparison !== null || verdict.status === 'invalid') return ''
  const why = verdict.status === 'pass' ? '' : 'There is no baseline to compare with. '
  return `${why}These are the scores of now, over all questions.`
}

function failing(outcome: Outcome, detail: Detail): readonly string[] {
  const { title, stories } = failingQueries(outcome)
  if (stories.length === 0) return []
  const [open, folded, left] = split(stories.length, detail)
  const opened = markdownStories(stories.slice(0, open), 1, outcome.links, { answers: 3, instead: 2 })
  const rest = markdownStories(stories.slice(open, open + folded), open + 1, outcome.links, { answers: 1, instead: 1 })
  const more = left > 0 ? `${left} more ${left === 1 ? 'is' : 'are'} in the ${fullReport(outcome)}.` : ''
  if (outcome.verdict.status === 'pass') {
    return [markdownDetails(title, [opened, rest, more].filter((part) => part !== '').join('\n\n'))]
  }
  return [
    opened === '' ? '' : `**${title}**, worst first\n\n${opened}`,
    rest === '' ? '' : markdownDetails(`${folded} more`, rest),
    more,
  ]
}

function worse(outcome: Outcome, detail: Detail): string {
  const stories = worseQueries(outcome)
  const shown = stories.slice(0, detail.worse)
  if (shown.length === 0) return ''
  const list = markdownStories(shown, 1, outcome.links, { answers: 1, instead: 1 })
  const left = stories.length - shown.length
  const more = left > 0 ? `\n\n${left} more in the ${fullReport(outcome)}.` : ''
  return markdownDetails(`${count(stories.length, 'question')} got worse without breaking`, `${list}${more}`)
}

function split(total: number, { open, folded }: Detail): readonly [number, number, number] {
  const opened = Math.min(total, open)
  const more = Math.min(total - opened, folded)
  return [opened, more, total - opened - more]
}

function tooLong(outcome: Outcome): string {
  return `The details are too long for a comment: they are in the ${fullReport(outcome)}.`
}

function fullReport({ links }: Outcome): string {
  return markdownLink('full report', webAddress(links.run))
}

import { count, difference } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import type { View } from './assess-drop.ts'
import { changedModels } from './changed-models.ts'
import type { GateInput } from './gate-input.ts'
import type { RuleResult, Status } from './verdict.ts'

/** Fall of judged@10 from which labels may be missing rather than answers. */
const JUDGED_FALL = 0.05

/** What a reader should know that did not decide anything. */
export function gateNotes(
  input: GateInput,
  status: Status,
  results: readonly RuleResult[],
  judgeUnder: (view: View) => readonly RuleResult[],
): string[] {
  return [
    ...changedModels(input),
    ...changedLabels(input, status, judgeUnder),
    ...erredAsZero(input, judgeUnder),
    ...missingLabels(input, results),
    ...uncarried(input),
    ...newStrategies(input),
    ...nothingLeft(input.head),
  ]
}

function changedLabels(input: GateInput, status: Status, judgeUnder: (view: View) => readonly RuleResult[]): string[] {
  const rejudged = input.comparison?.queries.rejudged.length ?? 0
  if (rejudged === 0) return []
  const old = judgeUnder('old judgments')
  const failing = old.filter((result) => result.status === 'fail')
  const worst = [...(failing.length > 0 ? failing : old)]
    .filter(({ change }) => change !== null)
    .sort((a, b) => a.change! - b.change!)[0]
  if (worst === undefined) return []
  const under = `${worst.strategy} ${worst.rule.metric} ${difference(worst.change!)} under the old labels`
  return status === 'pass' && failing.length > 0
    ? [`This passes only with the changed labels: ${count(rejudged, 'question')} re-judged; ${under}.`]
    : [`${count(rejudged, 'question')} re-judged: ${under}.`]
}

function erredAsZero({ comparison }: GateInput, judgeUnder: (view: View) => readonly RuleResult[]): string[] {
  if (!comparison?.strategies.some(({ erred }) => erred.length > 0)) return []
  return judgeUnder('errors as zero')
    .filter(
      ({ change, strategy }) =>
        change !== null && comparison.strategies.some((s) => s.strategy === strategy && s.erred.length > 0),
    )
    .map(
      ({ strategy, rule, change }) =>
        `With the questions that erred counted as 0, ${strategy} ${rule.metric} changes by ${difference(change!)}.`,
    )
}

function missingLabels({ comparison, head }: GateInput, results: readonly RuleResult[]): string[] {
  const failing = new Set(results.filter(({ status }) => status === 'fail').map(({ strategy }) => strategy))
  return (comparison?.strategies ?? []).flatMap(({ strategy, metrics }) => {
    const judged = metrics['judged@10']
    if (!failing.has(strategy) || judged === undefined || judged.ids.length === 0) return []
    // Where nothing is found there is nothing that lacks a label.
    const rankings = Object.values(head.strategies[strategy]?.rankings ?? {})
    if (rankings.every((hits) => hits.length === 0)) return []
    const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
    const fall = (total(judged.base) - total(judged.now)) / judged.ids.length
    return fall > JUDGED_FALL
      ? [
          `${strategy}: may be missing labels. The share of the top 10 that anybody judged changed by ${difference(-fall)}.`,
        ]
      : []
  })
}

function uncarried({ comparison }: GateInput): string[] {
  const targets = comparison?.uncarried ?? []
  const said = (reason: 'new' | 'unmapped', words: string) => {
    const some = targets.filter((target) => target.reason === reason)
    if (some.length === 0) return []
    const named = some
      .slice(0, 3)
      .map(({ query, judgment }) => `${query} (${judgment})`)
      .join(', ')
    const rest = some.length > 3 ? ` and ${some.length - 3} more` : ''
    return [`${count(some.length, 'expected answer')} ${words} and left the comparison: ${named}${rest}.`]
  }
  return [...said('new', 'did not exist at base'), ...said('unmapped', 'could not be found at base')]
}

function newStrategies({ comparison }: GateInput): string[] {
  const names = comparison?.newStrategies ?? []
  return names.length === 0 ? [] : [`Not in the baseline, so not compared: ${names.join(', ')}.`]
}

/** Strategies whose `minScore` leaves no question a hit, though hits were found. */
function nothingLeft({ strategies }: GateInput['head']): string[] {
  return Object.entries(strategies).flatMap(([name, { minScore, rankings, confidence }]) => {
    const found = Object.entries(rankings).filter(([, hits]) => hits.length > 0)
    if (minScore === null || found.length === 0) return []
    const isCut = ([id, hits]: (typeof found)[number]) => (ownEntry(confidence, id) ?? hits[0]![1]) < minScore
    return found.every(isCut) ? [`${name}: its minScore of ${minScore} leaves no hit of any question.`] : []
  })
}

import { count, differenceInterval, percent } from '../numbers.ts'
import { changesOfKind, tellingOrder } from './changed-queries.ts'
import { finePrint } from './fine-print.ts'
import { markdownCode, markdownLink, markdownProse } from './markdown-text.ts'
import { overTime } from './over-time.ts'
import { webAddress } from './place.ts'
import { questionChanges } from './question-changes.ts'
import type { Outcome } from './report.ts'
import { statusMark } from './status-mark.ts'
import { whatToDo } from './what-to-do.ts'

/** The verdict and the number that decided it. */
export function markdownHeadline({ verdict }: Outcome): string {
  return `### ${statusMark(verdict.status)} ${markdownProse(verdict.headline, 300)}`
}

/** What a reader must know before the numbers: changed questions and strategies, and pinned questions that fail. */
export function markdownNotices(outcome: Outcome): readonly string[] {
  const pinned = outcome.verdict.pinned.slice(0, 10).map(({ query, strategy, why }) => {
    const on = strategy === undefined ? '' : ` on ${markdownCode(strategy, 80)}`
    return `📌 ${markdownCode(query, 80)}${on}: ${markdownProse(why)}`
  })
  const changes = questionChanges(outcome).map(
    ({ text, isWarning }) => `${isWarning ? '⚠️ ' : ''}${markdownProse(text)}`,
  )
  return [...changes, ...pinned]
}

/** "12 of 84 questions broke, 3 improved. 95 % interval of the change −0.068 … −0.019." */
export function markdownCounts(outcome: Outcome): string {
  const { comparison, verdict } = outcome
  const [strategy] = tellingOrder(outcome)
  if (comparison === null || strategy === undefined) return ''
  const improved = changesOfKind(outcome, 'improved').length + changesOfKind(outcome, 'fixed').length
  const worse = changesOfKind(outcome, 'worse').length
  const shared = count(comparison.queries.shared.length, 'question')
  const numbers = `${verdict.broke.length} of ${shared} broke, ${worse} got worse, ${improved} improved.`
  return `${numbers}${intervalSentence(outcome)}`
}

/** Where retrieval stands against earlier runs than the base; empty where none was looked at. */
export function markdownOverTime(outcome: Outcome): string {
  const sentences = overTime(outcome).map((sentence) => markdownProse(sentence))
  return sentences.length === 0 ? '' : `**Over time** · ${sentences.join(' ')}`
}

/** The small line: what was compared with what, and where the rest is. */
export function markdownFinePrint(outcome: Outcome): string {
  const run = webAddress(outcome.links.run)
  const parts = finePrint(outcome).map((part) => markdownProse(part))
  if (run !== undefined) parts.push(markdownLink('full report', run))
  return `<sub>${parts.join(' · ')}</sub>`
}

/** The advice as a sentence or a list; empty for a pass. */
export function markdownAdvice(outcome: Outcome): string {
  const advice = whatToDo(outcome).map((sentence) => markdownProse(sentence))
  if (advice.length === 0) return ''
  return `**What to do**\n${advice.map((sentence) => `- ${sentence}`).join('\n')}`
}

/** The reasons, where they say more than the headline. */
export function markdownReasons({ verdict }: Outcome): string {
  const reasons = verdict.reasons.filter((reason) => reason !== verdict.headline).slice(0, 10)
  return reasons.map((reason) => `- ${markdownProse(reason)}`).join('\n')
}

function intervalSentence({ verdict }: Outcome): string {
  const interval = verdict.deciding?.evidence?.interval
  if (interval === undefined) return ''
  const text = markdownProse(differenceInterval(interval))
  return 'none' in interval
    ? ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`
    : ` ${percent(interval.level)} interval of the change: ${text}.`
}

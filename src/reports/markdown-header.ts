import { causeSentences } from './causes.ts'
import { countsSentence } from './counts-sentence.ts'
import { failedRules } from './failed-rules.ts'
import { finePrint } from './fine-print.ts'
import { markdownLink, markdownProse } from './markdown-text.ts'
import { overTime } from './over-time.ts'
import { pinnedSentences } from './pinned-sentences.ts'
import { webAddress } from './place.ts'
import { questionChanges } from './question-changes.ts'
import type { Outcome, ReportOptions } from './report.ts'
import { statusMark } from './status-mark.ts'
import { undecidedReasons } from './verdict-reasons.ts'
import { whatToDo } from './what-to-do.ts'

/** The verdict and the number that decided it. */
export function markdownHeadline({ verdict }: Outcome): string {
  return `### ${statusMark(verdict.status)} ${markdownProse(verdict.headline, 300)}`
}

/** What a reader must know before the numbers: changed questions and strategies, and pinned questions that fail. */
export function markdownNotices(outcome: Outcome): readonly string[] {
  const pinned = pinnedSentences(outcome).map((sentence) => `📌 ${markdownProse(sentence)}`)
  const changes = questionChanges(outcome).map(
    ({ text, isWarning }) => `${isWarning ? '⚠️ ' : ''}${markdownProse(text)}`,
  )
  return [...changes, ...pinned]
}

/** How many questions broke, got worse and improved, and the interval of the change; empty without a comparison. */
export function markdownCounts(outcome: Outcome): string {
  return markdownProse(countsSentence(outcome))
}

/** What the change did to the pages of the questions that lost; empty where nothing lost. */
export function markdownCauses(outcome: Outcome): string {
  const causes = causeSentences(outcome).map((sentence) => markdownProse(sentence))
  return causes.length === 0 ? '' : `**Why:** ${causes.join(' · ')}`
}

/** Every rule that fails, where there is more than one failure. */
export function markdownFailedRules(outcome: Outcome, options: ReportOptions): string {
  const rules = failedRules(outcome, options).map((rule) => markdownProse(rule))
  return rules.length === 0 ? '' : `**Rules that fail:** ${rules.join(' · ')}`
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

/** Reasons that are told; the first say what there is to mend. */
const MOST_REASONS = 5

/** What could not be decided, where there is more to say than the headline does. */
export function markdownReasons(outcome: Outcome): string {
  const reasons = undecidedReasons(outcome)
  if (reasons.length === 0) return ''
  const left = reasons.length - MOST_REASONS
  const lines = reasons.slice(0, MOST_REASONS).map((reason) => `- ${markdownProse(reason)}`)
  const all = left > 0 ? [...lines, `- and ${left} more`] : lines
  return `**What could not be decided**\n${all.join('\n')}`
}

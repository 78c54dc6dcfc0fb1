import { type PinnedQuestion, pinnedByQuestion } from '../gate/pinned-by-question.ts'
import { ownEntry } from '../own-entry.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { strategiesNamed } from './strategies-named.ts'
import { visibleText } from './visible-text.ts'

/** Of pinned questions that fail, one sentence each; the others are counted. */
const MOST = 5
/** Characters of a question that are enough to know it by. */
const LONGEST = 120

/** "Pinned question `Q04` (How are passwords hashed?) has no expected answer in the top 10 on `dense`, `hyde` and 5 more." */
export function pinnedSentences(outcome: Outcome, most = MOST): readonly string[] {
  const questions = pinnedByQuestion(outcome.verdict.pinned)
  const told = questions.slice(0, most).map((question) => sentence(outcome, question))
  const left = questions.length - told.length
  return left > 0 ? [...told, `${left} more pinned ${left === 1 ? 'question fails' : 'questions fail'}.`] : told
}

function sentence(outcome: Outcome, { query, why, strategies, protected: isProtected }: PinnedQuestion): string {
  const text = ownEntry(outcome.report.queries, query)?.text ?? ownEntry(outcome.comparison?.queries.texts, query)
  const asked = text === undefined ? '' : ` (${visibleText(text, LONGEST).replaceAll('`', "'")})`
  const on = strategies.length === 0 ? '' : ` on ${strategiesNamed(outcome, strategies)}`
  return `${isProtected ? 'Protected' : 'Pinned'} question ${quoted(query)}${asked} ${why}${on}.`
}

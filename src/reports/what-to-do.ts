import type { ExpectedAnswer } from '../comparison/comparison.ts'
import { count } from '../numbers.ts'
import { brokenQueries, losingQueries } from './changed-queries.ts'
import { placeName, placeOfTarget } from './place.ts'
import { quoted, quotedList } from './quoted.ts'
import type { Outcome } from './report.ts'

/** Sentences that tell the author of the change what to do next; none for a pass. */
export function whatToDo(outcome: Outcome): readonly string[] {
  const { status } = outcome.verdict
  if (status === 'pass') return []
  return status === 'fail' ? mendFailure(outcome) : makeDecidable(outcome)
}

function mendFailure(outcome: Outcome): readonly string[] {
  const strategy = outcome.verdict.deciding?.strategy
  const option = strategy === undefined ? '' : ` --strategy ${strategy}`
  return [
    ...newcomers(outcome),
    ...moves(outcome),
    ...deletions(outcome),
    `See what a question finds now, with scores and lines: ${quoted(`retrieval-gate search "the question"${option}`)}.`,
    `Where the change is meant, change the answers in ${quoted(outcome.report.evalSet.path)} or the rule in the same pull request, so that reviewers see it.`,
  ]
}

/** The document that the pull request brings and that stands where answers stood. */
function newcomers(outcome: Outcome): readonly string[] {
  const losing = losingQueries(outcome)
  const times = new Map<string, number>()
  for (const { cameIn } of losing) {
    const fresh = cameIn.filter((hit) => hit.absentOnOtherSide).map((hit) => hit.path ?? hit.id)
    for (const document of new Set(fresh)) times.set(document, (times.get(document) ?? 0) + 1)
  }
  const [most] = [...times].sort(([, a], [, b]) => b - a)
  if (most === undefined) return []
  const [document, number] = most
  const share = `${number} of ${count(losing.length, 'question')}`
  return [
    `${quoted(document)} is new in this pull request and came into the results of ${share} that lost: where it holds the answer now, name it in their expected answers; where not, make it differ from what it displaces.`,
  ]
}

/** A page under another name: its content answers as before, and the eval set names the old place. */
function moves(outcome: Outcome): readonly string[] {
  const moved = new Map(
    lostAnswers(outcome).flatMap(({ judgment, movedTo }): [string, string][] =>
      movedTo === undefined ? [] : [[placeOfTarget(judgment.id, judgment.target).path ?? judgment.id, movedTo]],
    ),
  )
  if (moved.size === 0) return []
  const shown = [...moved].slice(0, 3).map(([from, to]) => `${quoted(from)} to ${quoted(to)}`)
  const more = moved.size > 3 ? `, and ${moved.size - 3} more` : ''
  return [`Moved without a change: ${shown.join(', ')}${more}. Name the new place in the expected answers.`]
}

function lostAnswers(outcome: Outcome): readonly ExpectedAnswer[] {
  return brokenQueries(outcome).flatMap(({ change }) => change.expected.filter(({ deleted }) => deleted))
}

function deletions(outcome: Outcome): readonly string[] {
  const answers = lostAnswers(outcome).filter(({ movedTo }) => movedTo === undefined)
  const names = answers.map(({ judgment }) => {
    const place = placeOfTarget(judgment.id, judgment.target)
    return place.path ?? placeName(place)
  })
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return []
  return [
    `${quotedList(distinct, 3)} ${distinct.length === 1 ? 'is' : 'are'} not in the knowledge base any more: bring back what answered these questions, or say what answers them now.`,
  ]
}

const FEW = 10

function makeDecidable(outcome: Outcome): readonly string[] {
  const { report, comparison } = outcome
  const erring = Object.entries(report.strategies).filter(([, { errors }]) => Object.keys(errors).length > 0)
  const advice = erring.map(([name, { errors }]) => {
    const [[id, message] = ['', '']] = Object.entries(errors)
    const number = count(Object.keys(errors).length, 'question')
    return `Mend strategy ${quoted(name)}: it erred on ${number}, first on ${quoted(id)} (${message.slice(0, 200)}).`
  })
  if (comparison === null) return advice
  for (const name of comparison.missingStrategies) {
    advice.push(`Bring back strategy ${quoted(name)}, or name its successor's ${quoted(`renamedFrom: ${name}`)}.`)
  }
  const { shared, baseTotal } = comparison.queries
  if (shared.length < FEW || shared.length < 0.8 * baseTotal) {
    advice.push(
      `Keep the ids and the words of the baseline's questions (${shared.length} of ${baseTotal} are still here): a question that changes in either is a new one.`,
    )
  }
  return advice
}

import { count } from '../numbers.ts'
import { type Cause, causesOf } from './causes.ts'
import { failingQueries } from './failing-queries.ts'
import { quoted, quotedList } from './quoted.ts'
import type { Outcome } from './report.ts'

/** Sentences that tell the author of the change what to do next; none for a pass. */
export function whatToDo(outcome: Outcome): readonly string[] {
  const { status } = outcome.verdict
  if (status === 'pass') return []
  const causes = causesOf(outcome)
  return status === 'fail' ? mendFailure(outcome, causes) : [...makeDecidable(outcome), ...moves(causes)]
}

function mendFailure(outcome: Outcome, causes: readonly Cause[]): readonly string[] {
  return [
    ...mendCauses(causes),
    ...lookingUp(outcome),
    `Where the change is meant, change the answers in ${quoted(outcome.report.evalSet.path)} or the rule in the same pull request, so that reviewers see it.`,
  ]
}

/** What to do about each kind of cause, in the order in which the comment tells of them. */
function mendCauses(causes: readonly Cause[]): readonly string[] {
  const kinds = new Set(causes.map(({ kind }) => MENDING[kind]))
  return [...kinds].flatMap((mend) => mend(causes))
}

const MENDING: Readonly<Record<Cause['kind'], (causes: readonly Cause[]) => readonly string[]>> = {
  new: rivals,
  outranks: rivals,
  moved: moves,
  changed: changes,
  removed: removals,
}

/** The page that ranks above the answers of most questions because of this change. */
function rivals(causes: readonly Cause[]): readonly string[] {
  const rival = causes.find(({ kind }) => kind === 'new' || kind === 'outranks')
  if (rival === undefined) return []
  return [
    `Where ${quoted(rival.path)} holds the answer now, name it in the expected answers; where not, make it differ from what it displaces.`,
  ]
}

/** Pages under another name: their content answers as before, and the eval set names the old place. */
function moves(causes: readonly Cause[]): readonly string[] {
  const moved = causes.filter(({ kind }) => kind === 'moved')
  if (moved.length === 0) return []
  const shown = moved.slice(0, 3).map(({ path, movedTo }) => `${quoted(path)} to ${quoted(movedTo ?? '')}`)
  const more = moved.length > 3 ? `, and ${moved.length - 3} more` : ''
  return [`Moved without a change: ${shown.join(', ')}${more}. Name the new place in the expected answers.`]
}

function changes(causes: readonly Cause[]): readonly string[] {
  const names = pathsOf(causes, 'changed')
  if (names.length === 0) return []
  const still = names.length === 1 ? 'still says' : 'still say'
  return [
    `Check that ${quotedList(names, 3)} ${still} what answers ${names.length === 1 ? 'its' : 'their'} questions: bring back what is missing, or name where it is now.`,
  ]
}

function removals(causes: readonly Cause[]): readonly string[] {
  const names = pathsOf(causes, 'removed')
  if (names.length === 0) return []
  return [
    `${quotedList(names, 3)} ${names.length === 1 ? 'is' : 'are'} not in the knowledge base any more: bring back what answered these questions, or say what answers them now.`,
  ]
}

function pathsOf(causes: readonly Cause[], kind: Cause['kind']): readonly string[] {
  return causes.filter((cause) => cause.kind === kind).map(({ path }) => path)
}

/** Words that a shell takes as they are between double quotes. */
const PLAIN = /^[\p{L}\p{N} ?.,:;'()/-]{1,100}$/u

function lookingUp(outcome: Outcome): readonly string[] {
  const [first] = failingQueries(outcome).stories
  const words = first !== undefined && PLAIN.test(first.text) ? first.text : 'the question'
  const strategy = outcome.verdict.deciding?.strategy ?? first?.strategy
  const option = strategy === undefined ? '' : ` --strategy ${strategy}`
  return [
    `See what a question finds now, with scores and lines: ${quoted(`retrieval-gate search "${words}"${option}`)}.`,
  ]
}

const FEW = 10

function makeDecidable(outcome: Outcome): readonly string[] {
  const { report, comparison } = outcome
  const advice = [...erring(report), ...tooFewPairs(outcome)]
  if (comparison === null) return advice
  for (const name of comparison.missingStrategies) {
    advice.push(`Bring back strategy ${quoted(name)}, or name its successor's ${quoted(`renamedFrom: ${name}`)}.`)
  }
  const { shared, baseTotal } = comparison.queries
  if (shared.length < baseTotal && (shared.length < FEW || shared.length < 0.8 * baseTotal)) {
    advice.push(
      `Keep the ids and the words of the baseline's questions (${shared.length} of ${baseTotal} are still here): a question that changes in either is a new one.`,
    )
  }
  return advice
}

/** Strategies that are told of; where more err, it is mostly for one reason. */
const TOLD = 3

function erring({ strategies }: Outcome['report']): readonly string[] {
  const all = Object.entries(strategies).filter(([, { errors }]) => Object.keys(errors).length > 0)
  const told = all.slice(0, TOLD).map(([name, { errors }]) => {
    const [[id, message] = ['', '']] = Object.entries(errors)
    const number = count(Object.keys(errors).length, 'question')
    return `Mend strategy ${quoted(name)}: it erred on ${number}, first on ${quoted(id)} (${message.slice(0, 200)}).`
  })
  const left = all.slice(TOLD).map(([name]) => name)
  return left.length === 0 ? told : [...told, `The same for ${quotedList(left, 3)}.`]
}

/** Rules that ask for more questions than there are. */
function tooFewPairs({ verdict }: Outcome): readonly string[] {
  const undecided = verdict.results.filter(({ status, why }) => status === 'invalid' && why.includes('minPairs'))
  const limits = [...new Set(undecided.map(({ rule }) => rule.minPairs))]
  return limits.map(
    (limit) =>
      `Ask at least ${count(limit, 'question')} that have an expected answer on both sides, or lower ${quoted('minPairs')} of the rule: few questions say little about a change.`,
  )
}

import type { ExpectedAnswer, QueryChange } from '../comparison/comparison.ts'
import { count } from '../numbers.ts'
import { lostQueries } from './changed-queries.ts'
import { placeOfTarget } from './place.ts'
import { displacing } from './query-story.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'

type Kind = 'new' | 'outranks' | 'changed' | 'moved' | 'removed'

/** Something that this change did to a page, and the questions that lost where it did. */
export interface Cause {
  readonly kind: Kind
  readonly path: string
  readonly movedTo?: string
  readonly questions: number
  /** How many of them broke. */
  readonly broke: number
}

/** What this change did to the pages that lost questions are about: first what broke most, then what most lost by, then the worst. */
export function causesOf(outcome: Outcome): readonly Cause[] {
  const causes = new Map<string, Cause>()
  for (const change of lostQueries(outcome)) {
    const here = new Map(causesOfQuery(change).map((cause) => [`${cause.kind} ${cause.path}`, cause]))
    for (const [key, cause] of here) {
      const { questions, broke } = causes.get(key) ?? { questions: 0, broke: 0 }
      causes.set(key, { ...cause, questions: questions + 1, broke: broke + (change.kind === 'broke' ? 1 : 0) })
    }
  }
  return [...causes.values()].sort((a, b) => b.broke - a.broke || b.questions - a.questions)
}

const NAMED = 3

/** The causes in words, the first of them: "`docs/faq.md` is new and ranks above the answer (7 questions)". */
export function causeSentences(outcome: Outcome): readonly string[] {
  const lost = lostQueries(outcome).length
  if (lost === 0 || outcome.verdict.status === 'pass') return []
  const causes = causesOf(outcome)
  if (causes.length === 0) return Object.keys(outcome.report.documents).length === 0 ? [] : [nothingChanged(lost)]
  const left = causes.length - NAMED
  const told = causes.slice(0, NAMED).map((cause) => `${inWords(cause)} (${count(cause.questions, 'question')})`)
  return left > 0 ? [...told, count(left, 'more page')] : told
}

function inWords({ kind, path, movedTo }: Cause): string {
  const page = quoted(path)
  const sentences: Readonly<Record<Kind, string>> = {
    new: `${page} is new and ranks above the answer`,
    outranks: `${page} changed and ranks above the answer`,
    changed: `the answer ${page} changed`,
    moved: `the answer ${page} is now ${quoted(movedTo ?? '')}`,
    removed: `the answer ${page} was removed`,
  }
  return sentences[kind]
}

function nothingChanged(lost: number): string {
  return `not the pages: none that ${lost === 1 ? 'this question is' : `these ${lost} questions are`} about changed. Look at the configuration and at what the strategies are made of`
}

type CauseOfQuery = Omit<Cause, 'questions' | 'broke'>

function causesOfQuery(change: QueryChange): readonly CauseOfQuery[] {
  const answering = change.expected.map(pageOf)
  const rivals = displacing(change).flatMap((hit): CauseOfQuery[] => {
    const path = hit.path ?? hit.id
    if (answering.includes(path)) return []
    if (hit.absentOnOtherSide) return [{ kind: 'new', path }]
    return hit.changed ? [{ kind: 'outranks', path }] : []
  })
  return [...rivals, ...change.expected.flatMap(causesOfAnswer)]
}

function pageOf({ judgment }: ExpectedAnswer): string {
  return placeOfTarget(judgment.id, judgment.target).path ?? judgment.id
}

function causesOfAnswer(answer: ExpectedAnswer): CauseOfQuery[] {
  const { judgment, baseRank, nowRank, deleted, movedTo, changed } = answer
  const isLost = baseRank !== null && (nowRank === null || nowRank > baseRank)
  if (judgment.grade <= 0 || !isLost) return []
  const path = pageOf(answer)
  if (movedTo !== undefined) return [{ kind: 'moved', path, movedTo }]
  if (deleted) return [{ kind: 'removed', path }]
  return changed ? [{ kind: 'changed', path }] : []
}

import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { ExpectedAnswer, PlacedHit, QueryChange } from '../comparison/comparison.ts'
import { ownEntry } from '../own-entry.ts'
import { type Place, placeOfTarget } from './place.ts'

export interface StoryAnswer {
  readonly place: Place
  readonly before: string | null
  readonly now: string
  /** It is not in the knowledge base any more, or not under this name. */
  readonly gone?: true
  /** Where its content is now. */
  readonly movedTo?: Place
  /** Its document has other content than at the base. */
  readonly changed?: true
}

/** What is found now. */
export interface StoryHit {
  readonly place: Place
  readonly rank: number
  readonly isNew: boolean
  /** Its document has other content than at the base. */
  readonly changed?: true
}

/** What there is to tell about one query that does badly, for people. */
export interface QueryStory {
  readonly id: string
  readonly text: string
  readonly pinned: boolean
  readonly strategy: string
  readonly alsoOn: readonly string[]
  readonly answers: readonly StoryAnswer[]
  readonly instead: readonly StoryHit[]
  /** Whether `instead` stands where the best answer stood or above. */
  readonly takesPlace: boolean
}

/** A query of a pair: where its answers ranked on both sides, and what is there now. `depth` is what was kept. */
export function changeStory(
  change: QueryChange,
  strategy: string,
  alsoOn: readonly string[],
  depth: number,
): QueryStory {
  const { id, text, pinned, expected } = change
  const answers = [...expected.filter(isPositive)].sort(mostLostFirst).map((answer) => ({
    place: placeOfTarget(answer.judgment.id, answer.judgment.target),
    before: rank(answer.baseRank, depth),
    ...whereNow(answer, depth),
  }))
  const above = displacing(change)
  const now = Math.min(...expected.map(({ nowRank }) => nowRank ?? Number.POSITIVE_INFINITY))
  // Where an answer only has another name, or stands above it still, what else came in is beside the point.
  const isMoved = answers.some(({ movedTo }) => movedTo !== undefined)
  const others = isMoved ? [] : change.cameIn.filter(({ rank }) => rank < now).slice(0, 1)
  const takesPlace = above.length > 0
  const instead = (takesPlace ? above : others).map(storyHit)
  return { id, text, pinned, strategy, alsoOn, answers, instead, takesPlace }
}

/** A query without another side: what it should find, and what it finds. */
export function failingStory(report: EvaluationReport, strategy: string, id: string): QueryStory {
  const query = ownEntry(report.queries, id)
  const positive = (query?.judgments ?? []).filter(({ grade }) => grade > 0)
  const answers = positive.map((judgment) => ({
    place: placeOfTarget(judgment.id, judgment.target),
    before: null,
    now: 'not found',
  }))
  const ranking = ownEntry(report.strategies[strategy]?.rankings, id) ?? []
  const instead = ranking.slice(0, 2).flatMap(([index], position) => {
    const chunk = report.chunks[index]
    return chunk === undefined ? [] : [{ place: placeOfChunk(chunk), rank: position + 1, isNew: false }]
  })
  return {
    id,
    text: query?.text ?? '',
    pinned: query?.pinned ?? false,
    strategy,
    alsoOn: [],
    answers,
    instead,
    takesPlace: true,
  }
}

/** The newcomers that stand where the best answer stood or above. */
export function displacing({ expected, cameIn }: QueryChange): readonly PlacedHit[] {
  const best = Math.min(...expected.filter(isPositive).map(({ baseRank }) => baseRank ?? Number.POSITIVE_INFINITY))
  return cameIn.filter(({ rank }) => rank <= best)
}

/** What `instead` is to the answers, in words. */
export function insteadWords({ answers, takesPlace }: QueryStory): string {
  if (answers[0]?.before === null) return 'found instead'
  return takesPlace ? 'in its place' : 'new among the results'
}

function isPositive({ judgment }: ExpectedAnswer): boolean {
  return judgment.grade > 0
}

function whereNow(answer: ExpectedAnswer, depth: number): Omit<StoryAnswer, 'place' | 'before'> {
  const { deleted, movedTo, nowRank, changed } = answer
  if (!deleted) return { now: rank(nowRank, depth), ...(changed && { changed }) }
  if (movedTo === undefined) return { now: 'not in the knowledge base any more', gone: true }
  return { now: 'moved to', gone: true, movedTo: { id: movedTo, path: movedTo } }
}

function mostLostFirst(a: ExpectedAnswer, b: ExpectedAnswer): number {
  return lost(b) - lost(a)
}

function lost({ baseRank, nowRank }: ExpectedAnswer): number {
  return 1 / (baseRank ?? Number.POSITIVE_INFINITY) - 1 / (nowRank ?? Number.POSITIVE_INFINITY)
}

function rank(position: number | null, depth: number): string {
  return position === null ? `not in the first ${depth}` : String(position)
}

function storyHit(hit: PlacedHit): StoryHit {
  const { rank, absentOnOtherSide, changed } = hit
  return { place: hit, rank, isNew: absentOnOtherSide, ...(changed && { changed }) }
}

function placeOfChunk({ id, path, lines }: EvaluationReport['chunks'][number]): Place {
  return {
    id,
    ...(path === undefined ? {} : { path }),
    ...(lines === undefined ? {} : { startLine: lines[0], endLine: lines[1] }),
  }
}

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
}

/** What there is to tell about one query that does badly, for people. */
export interface QueryStory {
  readonly id: string
  readonly text: string
  readonly pinned: boolean
  readonly strategy: string
  readonly alsoOn: readonly string[]
  readonly answers: readonly StoryAnswer[]
  readonly instead: readonly { readonly place: Place; readonly rank: number; readonly isNew: boolean }[]
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
  return { id, text, pinned, strategy, alsoOn, answers, instead: displacing(change).map(inPlace) }
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
  return { id, text: query?.text ?? '', pinned: query?.pinned ?? false, strategy, alsoOn: [], answers, instead }
}

/** The newcomers that stand where the best answer stood or above; where none does, the first of them. */
function displacing({ expected, cameIn }: QueryChange): readonly PlacedHit[] {
  const best = Math.min(...expected.filter(isPositive).map(({ baseRank }) => baseRank ?? Number.POSITIVE_INFINITY))
  const above = cameIn.filter(({ rank }) => rank <= best)
  return above.length > 0 ? above : cameIn.slice(0, 1)
}

function isPositive({ judgment }: ExpectedAnswer): boolean {
  return judgment.grade > 0
}

function whereNow({ deleted, movedTo, nowRank }: ExpectedAnswer, depth: number): Omit<StoryAnswer, 'place' | 'before'> {
  if (!deleted) return { now: rank(nowRank, depth) }
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

function inPlace(hit: PlacedHit): QueryStory['instead'][number] {
  return { place: hit, rank: hit.rank, isNew: hit.absentOnOtherSide }
}

function placeOfChunk({ id, path, lines }: EvaluationReport['chunks'][number]): Place {
  return {
    id,
    ...(path === undefined ? {} : { path }),
    ...(lines === undefined ? {} : { startLine: lines[0], endLine: lines[1] }),
  }
}

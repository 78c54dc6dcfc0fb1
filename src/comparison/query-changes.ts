import type { EvaluationReport, ReportQuery } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import { documentOf } from '../document-of.ts'
import { collapses, type Judged } from '../judging/judge.ts'
import type { Metric } from '../metrics/metric.ts'
import { enters } from '../metrics/score-rankings.ts'
import type { Hit, Judgment, Target } from '../model.ts'
import { ownEntry } from '../own-entry.ts'
import { roundDifference } from '../round-difference.ts'
import type { ChangeKind, ExpectedAnswer, PlacedHit, QueryChange } from './comparison.ts'
import { type MovedDocuments, movedDocuments } from './moved-documents.ts'

/** A query judged on both sides. */
export interface PairedQuery {
  readonly id: string
  readonly query: ReportQuery
  readonly judgments: { readonly base: readonly Judgment[]; readonly now: readonly Judgment[] }
  readonly base: Judged
  readonly now: Judged
}

/** Smallest fall of a score that counts as worse. */
const EPSILON = 1e-9
/** The cut of "fails" for a metric that has none. */
const DEFAULT_CUT = 10

type Documents = Pick<EvaluationReport, 'documents'>

interface Sides {
  readonly base: Documents
  readonly head: Documents
  readonly moved: MovedDocuments
}

/** What became of each query under one metric, worst first, then by id. */
export function queryChanges(
  pairs: readonly PairedQuery[],
  metric: Metric,
  { base, head }: Omit<Sides, 'moved'>,
): QueryChange[] {
  if (metric.kind !== 'ranking') return []
  const sides = { base, head, moved: movedDocuments(base.documents, head.documents) }
  return pairs
    .filter((pair) => enters(isAnswerable(pair), metric.family.population))
    .flatMap((pair) => {
      const base = metric.score(pair.base.ranking)
      const now = metric.score(pair.now.ranking)
      return base === null || now === null ? [] : [change(pair, base, now, metric.k ?? DEFAULT_CUT, sides)]
    })
    .sort((a, b) => a.difference - b.difference || compareCodeUnits(a.id, b.id))
}

function isAnswerable({ judgments }: PairedQuery): boolean {
  return judgments.now.some((judgment) => judgment.grade > 0)
}

function change(pair: PairedQuery, base: number, now: number, k: number, sides: Sides): QueryChange {
  const difference = roundDifference(now - base)
  const whole = collapses(pair.judgments.now) && collapses(pair.judgments.base)
  const before = topHits(pair.base, k)
  const after = topHits(pair.now, k)
  const formerName = (hit: Hit) => sides.moved.from.get(documentOf(hit))
  const keysBefore = before.map((hit) => identity(hit, documentOf(hit), whole))
  const keysNow = after.map((hit) => identity(hit, formerName(hit) ?? documentOf(hit), whole))
  return {
    id: pair.id,
    text: pair.query.text,
    kind: kindOf(passes(pair, pair.base, k), passes(pair, pair.now, k), difference),
    pinned: pair.query.pinned === true,
    base,
    now,
    difference,
    expected: expectedAnswers(pair, sides),
    fellOut: before.flatMap((hit, index) =>
      keysNow.includes(keysBefore[index]!) ? [] : [place(hit, index + 1, isGone(hit, sides), sides)],
    ),
    cameIn: after.flatMap((hit, index) =>
      keysBefore.includes(keysNow[index]!) ? [] : [place(hit, index + 1, isNew(hit, sides), sides, formerName(hit))],
    ),
  }
}

/** A query fails when no positive judgment is in the top k; an unanswerable one, when anything is. */
function passes(pair: PairedQuery, side: Judged, k: number): boolean {
  if (!isAnswerable(pair)) return side.ranking.labels.length === 0
  return side.ranking.labels.slice(0, k).some((label) => label > 0)
}

function kindOf(passedBefore: boolean, passesNow: boolean, difference: number): ChangeKind {
  if (passedBefore && !passesNow) return 'broke'
  if (!passedBefore && passesNow) return 'fixed'
  if (difference < -EPSILON) return 'worse'
  return difference > EPSILON ? 'improved' : 'same'
}

function topHits(side: Judged, k: number): Hit[] {
  return side.positions.slice(0, k).map((position) => position.hit)
}

/** What makes a hit the same one on the other side: its document, or its place and content. */
function identity(hit: Hit, document: string, whole: boolean): string {
  return whole ? document : JSON.stringify([document, hit.hash ?? hit.id])
}

/** Its document is known at head, and at base under no name. */
function isNew(hit: Hit, { base, head, moved }: Sides): boolean {
  const document = documentOf(hit)
  return holds(head, document) && !holds(base, document) && !moved.from.has(document)
}

function isGone(hit: Hit, { base, head, moved }: Sides): boolean {
  const document = documentOf(hit)
  return holds(base, document) && !holds(head, document) && !moved.to.has(document)
}

function place(hit: Hit, rank: number, absentOnOtherSide: boolean, sides: Sides, movedFrom?: string): PlacedHit {
  const { id, path, startLine, endLine } = hit
  return {
    id,
    ...(path === undefined ? {} : { path }),
    ...(startLine === undefined || endLine === undefined ? {} : { startLine, endLine }),
    rank,
    absentOnOtherSide,
    ...(isChanged(documentOf(hit), sides) && { changed: true }),
    ...(movedFrom === undefined ? {} : { movedFrom }),
  }
}

function isChanged(document: string, { base, head }: Sides): boolean {
  const [before, now] = [base, head].map(({ documents }) => ownEntry(documents, document))
  return before !== undefined && now !== undefined && before !== now
}

function expectedAnswers(pair: PairedQuery, sides: Sides): ExpectedAnswer[] {
  const { base, head, moved } = sides
  return pair.judgments.now.flatMap((judgment, index) => {
    if (judgment.grade <= 0) return []
    const before = pathOf(pair.judgments.base[index]!.target)
    const path = pathOf(judgment.target)
    const deleted = holds(base, before) && path !== undefined && !holds(head, path)
    const movedTo = deleted && before !== undefined ? moved.to.get(before) : undefined
    return [
      {
        judgment,
        baseRank: pair.base.ranks[index] ?? null,
        nowRank: pair.now.ranks[index] ?? null,
        deleted,
        ...(movedTo === undefined ? {} : { movedTo }),
        ...(path !== undefined && before === path && isChanged(path, sides) && { changed: true }),
      },
    ]
  })
}

function pathOf(target: Target): string | undefined {
  return target.kind === 'file' || target.kind === 'lines' ? target.path : undefined
}

function holds({ documents }: Documents, path: string | undefined): boolean {
  return path !== undefined && Object.hasOwn(documents, path)
}

import type { EvaluationReport, ReportQuery } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import { documentOf } from '../document-of.ts'
import { collapses, type Judged } from '../judging/judge.ts'
import type { Metric } from '../metrics/metric.ts'
import { enters } from '../metrics/score-rankings.ts'
import type { Hit, Judgment, Target } from '../model.ts'
import { roundDifference } from '../round-difference.ts'
import type { ChangeKind, ExpectedAnswer, PlacedHit, QueryChange } from './comparison.ts'

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

/** What became of each query under one metric, worst first, then by id. */
export function queryChanges(
  pairs: readonly PairedQuery[],
  metric: Metric,
  reports: { readonly base: Documents; readonly head: Documents },
): QueryChange[] {
  if (metric.kind !== 'ranking') return []
  return pairs
    .filter((pair) => enters(isAnswerable(pair), metric.family.population))
    .flatMap((pair) => {
      const base = metric.score(pair.base.ranking)
      const now = metric.score(pair.now.ranking)
      return base === null || now === null ? [] : [change(pair, base, now, metric.k ?? DEFAULT_CUT, reports)]
    })
    .sort((a, b) => a.difference - b.difference || compareCodeUnits(a.id, b.id))
}

function isAnswerable({ judgments }: PairedQuery): boolean {
  return judgments.now.some((judgment) => judgment.grade > 0)
}

function change(
  pair: PairedQuery,
  base: number,
  now: number,
  k: number,
  reports: { readonly base: Documents; readonly head: Documents },
): QueryChange {
  const difference = roundDifference(now - base)
  const whole = collapses(pair.judgments.now) && collapses(pair.judgments.base)
  const before = topHits(pair.base, k)
  const after = topHits(pair.now, k)
  const placed = (hits: readonly Hit[], others: readonly Hit[], own: Documents, other: Documents) => {
    const keys = new Set(others.map((hit) => identity(hit, whole)))
    return hits.flatMap((hit, index) =>
      keys.has(identity(hit, whole)) ? [] : [place(hit, index + 1, isAbsent(hit, own, other))],
    )
  }
  return {
    id: pair.id,
    text: pair.query.text,
    kind: kindOf(passes(pair, pair.base, k), passes(pair, pair.now, k), difference),
    pinned: pair.query.pinned === true,
    base,
    now,
    difference,
    expected: expectedAnswers(pair, reports),
    fellOut: placed(before, after, reports.base, reports.head),
    cameIn: placed(after, before, reports.head, reports.base),
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
function identity(hit: Hit, whole: boolean): string {
  return whole ? documentOf(hit) : JSON.stringify([documentOf(hit), hit.hash ?? hit.id])
}

/** Its document is known on its own side, and not on the other. */
function isAbsent(hit: Hit, own: Documents, other: Documents): boolean {
  const document = documentOf(hit)
  return Object.hasOwn(own.documents, document) && !Object.hasOwn(other.documents, document)
}

function place(hit: Hit, rank: number, absentOnOtherSide: boolean): PlacedHit {
  const { id, path, startLine, endLine } = hit
  return {
    id,
    ...(path === undefined ? {} : { path }),
    ...(startLine === undefined || endLine === undefined ? {} : { startLine, endLine }),
    rank,
    absentOnOtherSide,
  }
}

function expectedAnswers(
  pair: PairedQuery,
  { base, head }: { readonly base: Documents; readonly head: Documents },
): ExpectedAnswer[] {
  return pair.judgments.now.flatMap((judgment, index) => {
    if (judgment.grade <= 0) return []
    const before = pathOf(pair.judgments.base[index]!.target)
    const path = pathOf(judgment.target)
    return [
      {
        judgment,
        baseRank: pair.base.ranks[index] ?? null,
        nowRank: pair.now.ranks[index] ?? null,
        deleted: holds(base, before) && path !== undefined && !holds(head, path),
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

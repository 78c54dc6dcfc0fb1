import type { ReportQuery } from '../baseline/report-schema.ts'
import type { Judgment, Target } from '../model.ts'
import type { Carried } from './carried.ts'
import { type CarryContext, carryTarget } from './carry-target.ts'
import type { UncarriedTarget } from './comparison.ts'
import { sameJudgments, sameTarget } from './same-judgments.ts'

/** The same judgments in the coordinates of both sides. */
export interface TwoSided {
  readonly base: readonly Judgment[]
  readonly now: readonly Judgment[]
}

/** A query that both sides asked with the same words. */
export interface QueryPair {
  readonly id: string
  readonly query: ReportQuery
  readonly today: TwoSided
  /** Head targets that left the pair: head's hits on them are passed over. */
  readonly departed: readonly Target[]
  /** The baseline's own judgments, where they differ from today's. */
  readonly old?: TwoSided
}

export interface CarryBothWays {
  readonly toBase: CarryContext
  readonly toHead: CarryContext
}

export interface PairedOrNot {
  readonly pair: QueryPair
  /** False where none of today's answers can be put to the base: then only the old judgments compare. */
  readonly paired: boolean
  readonly uncarried: readonly UncarriedTarget[]
  /** Where the query was pinned at base: the base's judgments in head's coordinates, whoever edited them since. */
  readonly pinned?: readonly Judgment[]
}

/** One query of both sides, with today's judgments in the base's coordinates. */
export async function pairQuery(
  id: string,
  before: ReportQuery,
  query: ReportQuery,
  { toBase, toHead }: CarryBothWays,
): Promise<PairedOrNot> {
  const now: Judgment[] = []
  const base: Judgment[] = []
  const departed: Target[] = []
  const uncarried: UncarriedTarget[] = []
  let assumed = false
  for (const judgment of query.judgments) {
    const carried = await carryJudgment(judgment, before, query, toBase)
    if ('reason' in carried) {
      departed.push(judgment.target)
      uncarried.push({ query: id, judgment: judgment.id, reason: carried.reason })
    } else {
      assumed ||= carried.assumed === true
      now.push(judgment)
      base.push({ ...judgment, target: carried.target })
    }
  }
  const paired = uncarried.length === 0 || now.some((judgment) => judgment.grade > 0)
  // Where a target left, only the labels as written can tell whether somebody edited them.
  const labels = uncarried.length === 0 ? base : query.judgments
  const edited = assumed || !sameJudgments(labels, before.judgments)
  const formerly = edited || before.pinned ? await carryToHead(before, toHead) : []
  const old = edited ? { old: { base: before.judgments, now: formerly } } : {}
  const pinned = before.pinned ? { pinned: formerly } : {}
  return { pair: { id, query, today: { base, now }, departed, ...old }, paired, uncarried, ...pinned }
}

/**
 * A label that was not edited means at base what it meant there. An edited one is carried; where nobody can say how its
 * lines moved, the baseline's own label for the same place (same file, same turn) is assumed to stand for it.
 */
async function carryJudgment(
  { target }: Judgment,
  before: ReportQuery,
  query: ReportQuery,
  toBase: CarryContext,
): Promise<Carried & { readonly assumed?: boolean }> {
  const unedited = before.judgments.some((other) => sameTarget(other.target, target))
  if (unedited && target.kind === 'lines' && toBase.to.hashes.has(target.path)) return { target }
  const carried = await carryTarget(target, toBase)
  if (!('reason' in carried) || carried.reason === 'new' || target.kind !== 'lines') return carried
  const turn = linesOf(query, target.path).findIndex((other) => sameTarget(other, target))
  const own = linesOf(before, target.path)[turn]
  return own === undefined ? carried : { target: own, assumed: true }
}

function linesOf(query: ReportQuery, path: string): Target[] {
  return query.judgments
    .map((judgment) => judgment.target)
    .filter((target) => target.kind === 'lines' && target.path === path)
}

/** The baseline's judgments at head; one whose document is gone stays, as a loss. */
async function carryToHead(before: ReportQuery, toHead: CarryContext): Promise<Judgment[]> {
  return Promise.all(
    before.judgments.map(async (judgment) => {
      const carried = await carryTarget(judgment.target, toHead)
      return 'reason' in carried ? judgment : { ...judgment, target: carried.target }
    }),
  )
}

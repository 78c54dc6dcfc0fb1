import type { Query } from '../model.ts'
import { holm } from '../statistics/holm.ts'
import { gainOf } from './gain.ts'
import type { Scored } from './measured.ts'
import type { Entry, RaceResult } from './race.ts'
import { scoreEstimate } from './score-estimate.ts'
import type { Gain, SweepRow } from './sweep-result.ts'

export interface RowOptions {
  readonly keys: readonly string[]
  /** All questions, by id. */
  readonly queries: readonly Query[]
  readonly seed: string
  readonly earlyStop: boolean
  /** Whether scores under a token budget are there. */
  readonly hasBudget: boolean
}

const budgetOf = ({ budget }: Scored) => budget ?? 0

/** The settings as rows, best first; those that were stopped come last, by what they gained on the questions they saw. */
export function sweepRows(result: RaceResult, options: RowOptions): SweepRow[] {
  const rivals = result.entries.filter((entry) => entry !== result.current)
  const gains = gainsOf(rivals, result, options)
  const budgetGains = options.hasBudget ? gainsOf(rivals, result, options, budgetOf) : null
  const rows = result.entries.map((entry) => rowOf(entry, result, options, gains, budgetGains))
  const place = new Map(rows.map((row, index) => [row, index]))
  return rows.sort(
    (a, b) => Number(isStopped(a)) - Number(isStopped(b)) || merit(b) - merit(a) || place.get(a)! - place.get(b)!,
  )
}

function isStopped({ cannotWin }: SweepRow): boolean {
  return cannotWin?.stopped === true
}

/** Scores of those that were stopped are of other questions. */
function merit(row: SweepRow): number {
  return (isStopped(row) ? row.gain?.difference : row.score.point) ?? -1
}

type Gains = ReadonlyMap<Entry, Gain>

function rowOf(
  entry: Entry,
  { current, winner }: RaceResult,
  { keys, queries, seed, earlyStop }: RowOptions,
  gains: Gains,
  budgetGains: Gains | null,
): SweepRow {
  const { setting, measured, out, barred } = entry
  const [firstError] = measured.errors
  return {
    values: Object.fromEntries(keys.map((key, index) => [key, setting.values[index] ?? null])),
    current: entry === current,
    winner: entry === winner,
    asked: measured.asked,
    errors: measured.errors.size,
    firstError: firstError === undefined ? null : firstError.join(': '),
    score: scoreEstimate(measured, queries, seed),
    gain: gains.get(entry) ?? null,
    budget: budgetGains && {
      score: scoreEstimate(measured, queries, seed, budgetOf),
      gain: budgetGains.get(entry) ?? null,
    },
    cannotWin: out && { ...out, stopped: earlyStop },
    barred,
  }
}

/**
 * Gains on the current setting, p adjusted for all of them. One that cannot win counts as p = 1 in the adjustment of the
 * others, asked to the end or not: so stopping early changes no number but its own, and errs on the side of caution.
 */
function gainsOf(
  rivals: readonly Entry[],
  { current }: RaceResult,
  { queries, seed, earlyStop }: RowOptions,
  read?: (scored: Scored) => number,
): Gains {
  const gains = rivals.map(({ measured }) => gainOf(current.measured, measured, queries, seed, read))
  const ps = gains.map(({ p }) => p ?? 1)
  const adjusted = holm(ps.map((p, index) => (rivals[index]!.out === null ? p : 1)))
  const adjustedOut = holm(ps)
  return new Map(
    rivals.map((entry, index) => {
      const adjustedP = entry.out === null ? adjusted[index]! : earlyStop ? null : adjustedOut[index]!
      return [entry, { ...gains[index]!, adjustedP: gains[index]!.p === null ? null : adjustedP }]
    }),
  )
}

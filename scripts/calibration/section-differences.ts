import { FEWEST_CHANGED_FOR_INTERVAL } from '../../src/statistics/interval-limits.ts'
import { type CellCoverage, differenceCoverage, METHODS, type Method } from './difference-coverage.ts'
import type { DifferencePool } from './pools.ts'
import { percent, table } from './table.ts'

const SIZES = [25, 50, 100, 200, 500]
const CHANGED = [4, 6, 8, 10, 12, 15, 20, 30]

interface Cell {
  readonly n: number
  readonly m: number
  readonly coverage: CellCoverage
}

export function differencesSection(pools: readonly DifferencePool[], trials: number): string {
  const limits: string[] = []
  const parts = ([false, true] as const).map((binary) => {
    const kind = pools.filter((pool) => pool.binary === binary)
    const cells = SIZES.flatMap((n) =>
      CHANGED.filter((m) => m <= n).map((m) => ({ n, m, coverage: differenceCoverage(kind, n, m, trials) })),
    )
    limits.push(
      smallest(cells, (m) => averageReaches(cells, 'adjusted-t', m) && tenthOf(cells, m, 'adjusted-t') >= 0.92),
    )
    return kindText(binary ? 'Yes/no scores' : 'Graded scores', kind.length, cells)
  })
  return `## (b) Paired differences: how many questions must change

Most questions do not change in a comparison, and those that do not say nothing about how far the others may move. n is the
number of questions, m how many of them changed. Every share of changed questions is taken as equally likely beforehand;
the changes are real ones, drawn with replacement. Bootstraps use 400 resamples here.

${parts.join('\n')}
The program uses \`adjusted-t\` from m = **${FEWEST_CHANGED_FOR_INTERVAL}** on, and below it prints "too few changed questions for an
interval". \`adjusted-t\` is Student's t after adding one made-up change, half up and half down, of the size that changes have in
this sample (Agresti and Min's adjustment for paired yes/no answers, carried over to graded scores), with m + 1 degrees of
freedom. An average over pools hides pools with a few large falls among many small ones, which every method
underestimates; so the program waits until nine pools in ten reach 92 % too. Both hold from m = ${limits[0]} on for graded scores
and from m = ${limits[1]} on for yes/no scores (of the m tried).
`
}

function kindText(title: string, pools: number, cells: readonly Cell[]): string {
  const rows = cells.map(({ n, m, coverage }) => {
    const means = [...METHODS, 'one-sided' as const].map((method) => percent(mean(valuesOf(coverage, method))))
    return [`${n}`, m, ...means]
  })
  const limits = METHODS.map((method) => [`\`${method}\``, smallest(cells, (m) => averageReaches(cells, method, m))])
  const tenth = CHANGED.map((m) => [
    `${m}`,
    percent(tenthOf(cells, m, 'adjusted-t')),
    percent(tenthOf(cells, m, 'one-sided')),
  ])
  return `### ${title}: ${pools} pools

Coverage in per cent; "bound" is the one-sided 95 % bound of \`prove-safe\`, by \`adjusted-t\`.

${table(['n', 'm', ...METHODS, 'bound'], rows)}

The smallest m from which the average over pools stays at 93 % or more at every n:

${table(['method', 'smallest m'], limits)}

Pools differ. Nine pools in ten (all n together) reach at least:

${table(['m', 'adjusted-t', 'bound'], tenth)}
`
}

function averageReaches(cells: readonly Cell[], method: Method, m: number): boolean {
  return cells.filter((cell) => cell.m === m).every(({ coverage }) => mean(valuesOf(coverage, method)) >= 0.93)
}

/** The smallest m from which a condition holds for every larger one as well. */
function smallest(cells: readonly Cell[], holds: (m: number) => boolean): string {
  const tried = [...new Set(cells.map(({ m }) => m))].sort((a, b) => b - a)
  const failing = tried.findIndex((m) => !holds(m))
  if (failing === 0) return `not reached by ${tried[0]}`
  return `${failing === -1 ? tried.at(-1)! : tried[failing - 1]!}`
}

/** The coverage that nine pools in ten reach, each pool's averaged over n. */
function tenthOf(cells: readonly Cell[], m: number, method: Method | 'one-sided'): number {
  const atM = cells.filter((cell) => cell.m === m)
  const names = [...atM[0]!.coverage.pools.keys()]
  const perPool = names.map((name) => mean(atM.map(({ coverage }) => coverage.pools.get(name)![method])))
  return perPool.sort((a, b) => a - b)[Math.floor(perPool.length / 10)]!
}

function valuesOf(coverage: CellCoverage, method: Method | 'one-sided'): number[] {
  return [...coverage.pools.values()].map((shares) => shares[method])
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

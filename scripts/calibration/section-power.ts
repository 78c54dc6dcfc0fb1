import type { PowerConfidence } from '../../src/statistics/power.ts'
import type { DifferencePool } from './pools.ts'
import { powerCheck } from './power-check.ts'
import { percent, table } from './table.ts'

const SIZES = [25, 50, 100, 200, 500]
const RULES: readonly PowerConfidence[] = ['observed', 'require', 'prove-safe']

/** Pools whose real drop is about this large, to see rules work below, at and above their limit. */
const DROPS = [0.005, 0.03, 0.05]

export function powerSection(pools: readonly DifferencePool[], trials: number): string {
  const chosen = [false, true].flatMap((binary) => pickByDrop(pools.filter((pool) => pool.binary === binary)))
  const checks = chosen.flatMap((pool) =>
    RULES.flatMap((rule) => SIZES.map((n) => ({ pool, rule, n, ...powerCheck(pool, rule, n, trials) }))),
  )
  const rows = chosen.flatMap((pool) =>
    RULES.map((rule) => {
      const own = checks.filter((check) => check.pool === pool && check.rule === rule)
      const cells = own.map(({ predicted, observed }) => `${percent(predicted)} / ${percent(observed)}`)
      return [
        `${pool.name} (drop ${own[0]!.drop.toFixed(3)}, ${percent(own[0]!.changed)} % change)`,
        `\`${rule}\``,
        ...cells,
      ]
    }),
  )
  const gaps = (held: readonly Check[]) =>
    RULES.map((rule) => [`\`${rule}\``, ...SIZES.map((n) => largestGap(held, rule, n))])
  const worst = gaps(checks)
  const enough = gaps(checks.filter(({ n, changed }) => n * changed >= 20))
  return `## (d) Power: how often a rule fails, as predicted and as seen

Rules with \`maxDrop: 0.02\` on fresh samples of real changes. Each cell is predicted / observed, in per cent; the prediction knows
the size of the drop and the deviation, skewness and kurtosis of the whole pool, as a history would give them.

${table(['change', 'rule', ...SIZES.map((n) => `n = ${n}`)], rows)}

The largest distance between the two, in points:

${table(['rule', ...SIZES.map((n) => `n = ${n}`)], worst)}

And only where at least 20 questions are expected to change:

${table(['rule', ...SIZES.map((n) => `n = ${n}`)], enough)}

The prediction takes sums as normal; for yes/no scores it knows that they move in whole questions, and that with few changed
questions \`require\` decides as \`observed\` and \`prove-safe\` fails. With few changed questions the jumps of p remain: below ten
of them, and without a history, the program says "not enough changed questions to say".
`
}

interface Check {
  readonly changed: number
  readonly rule: PowerConfidence
  readonly n: number
  readonly predicted: number
  readonly observed: number
}

function largestGap(checks: readonly Check[], rule: PowerConfidence, n: number): string {
  const own = checks.filter((check) => check.rule === rule && check.n === n)
  return own.length === 0
    ? 'none'
    : percent(Math.max(...own.map(({ predicted, observed }) => Math.abs(predicted - observed))))
}

function pickByDrop(pools: readonly DifferencePool[]): DifferencePool[] {
  const dropOf = ({ values }: DifferencePool) => -values.reduce((sum, value) => sum + value, 0) / values.length
  const nearest = DROPS.map((drop) =>
    pools.reduce((best, pool) => (Math.abs(dropOf(pool) - drop) < Math.abs(dropOf(best) - drop) ? pool : best)),
  )
  return [...new Set(nearest)]
}

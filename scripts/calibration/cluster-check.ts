import { groupBy } from '../../src/group-by.ts'
import { adjustedT, marginOf } from '../../src/statistics/adjusted-t.ts'
import { estimateMean } from '../../src/statistics/estimate-mean.ts'
import { differencesOf } from '../../src/statistics/paired-differences.ts'
import { Random } from '../../src/statistics/random.ts'
import { signFlip } from '../../src/statistics/sign-flip.ts'

const RESAMPLES = 400

interface Grouped {
  readonly name: string
  readonly values: readonly number[]
  readonly clusters: readonly (string | undefined)[]
}

interface Sample {
  readonly values: number[]
  readonly labels: string[]
}

/** (e) Whole groups of questions drawn with replacement; the truth is the mean over all questions of the pool. */
export function clusterScores(pool: Grouped, clusters: number, trials: number): { clustered: number; ignored: number } {
  const draw = drawer(pool, `${pool.name} ${clusters}`)
  let clustered = 0
  let ignored = 0
  for (let trial = 0; trial < trials; trial++) {
    const { values, labels } = draw.sample(clusters)
    const options = { seed: `${trial}`, resamples: RESAMPLES }
    if (holds(estimateMean(values, { ...options, clusters: labels }), draw.truth)) clustered++
    if (holds(estimateMean(values, options), draw.truth)) ignored++
  }
  return { clustered: clustered / trials, ignored: ignored / trials }
}

/** The same for differences: coverage of the interval, of the one-sided bound, and the level of the sign-flip test. */
export function clusterDifferences(pool: Grouped, clusters: number, trials: number) {
  const draw = drawer(pool, `differences ${pool.name} ${clusters}`)
  const count = { interval: 0, printed: 0, bound: 0, rejected: 0 }
  for (let trial = 0; trial < trials; trial++) {
    const { values, labels } = draw.sample(clusters)
    const differences = differencesOf(values, labels)
    const adjusted = adjustedT(differences)
    const flipped = differences.sums.map((sum) => (draw.random.unit() < 0.5 ? -sum : sum))
    if (signFlip(flipped, values.length, `${trial}`, 499) <= 0.05) count.rejected++
    if (adjusted === null) continue
    count.printed++
    const margin = marginOf(adjusted, 0.975)
    if (Math.abs(adjusted.center - draw.truth) <= margin) count.interval++
    if (adjusted.center - marginOf(adjusted, 0.95) <= draw.truth) count.bound++
  }
  return {
    interval: count.interval / count.printed,
    bound: count.bound / count.printed,
    rejected: count.rejected / trials,
  }
}

function holds(
  { lower, upper, point }: { lower: number | null; upper: number | null; point: number | null },
  truth: number,
) {
  return (lower ?? point!) <= truth + 1e-12 && truth - 1e-12 <= (upper ?? point!)
}

function drawer({ values, clusters }: Grouped, seed: string) {
  const groups = [...groupBy(values.keys(), (i) => clusters[i] ?? `alone ${i}`).values()]
  const random = new Random(seed)
  const sample = (count: number): Sample => {
    const drawn: Sample = { values: [], labels: [] }
    for (let c = 0; c < count; c++) {
      for (const i of groups[random.index(groups.length)]!) {
        drawn.values.push(values[i]!)
        drawn.labels.push(`${c}`)
      }
    }
    return drawn
  }
  return { random, sample, truth: values.reduce((sum, value) => sum + value, 0) / values.length }
}

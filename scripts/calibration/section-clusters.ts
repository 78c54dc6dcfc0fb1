import { clusterDifferences, clusterScores } from './cluster-check.ts'
import type { DifferencePool, Pools } from './pools.ts'
import { percent, table } from './table.ts'

const COUNTS = [5, 10, 20, 40]

export function clustersSection(pools: Pools, trials: number): string {
  const scores = pools.grouped.map((pool) => {
    const found = COUNTS.map((count) => clusterScores(pool, count, trials))
    return [pool.name, ...found.map(({ clustered, ignored }) => `${percent(clustered)} (${percent(ignored)})`)]
  })
  const rows = pools.differences.filter(worthwhile).map((pool) => {
    const found = COUNTS.map((count) => clusterDifferences(pool, count, trials))
    return [pool.name, ...found.map((x) => `${percent(x.interval)} / ${percent(x.bound)} / ${percent(x.rejected)}`)]
  })
  const head = COUNTS.map((count) => `${count} clusters`)
  return `## (e) Clusters

Questions about one paragraph (\`xquadr_zh_sentence\`) or one source file (\`codebase_chunks\`), drawn whole, with replacement.

Scores: coverage of the 95 % BCa interval by cluster, and in brackets of the one that takes paraphrases for questions of their own:

${table(['pool', ...head], scores)}

Differences: coverage of the 95 % interval / coverage of the one-sided 95 % bound / findings of the permutation test at 0.05 with
each cluster's sign flipped by a coin:

${table(['pool', ...head], rows)}

These figures ignore the floor on changed clusters of (b). Under 20 clusters the program warns; under 6 \`require\` and
\`prove-safe\` do not decide.
`
}

function worthwhile({ clusters, values, binary }: DifferencePool): boolean {
  return !binary && clusters.some((cluster) => cluster !== undefined) && values.filter((v) => v !== 0).length >= 60
}

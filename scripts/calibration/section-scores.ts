import type { ScorePool } from './pools.ts'
import { scoreCoverage } from './score-coverage.ts'
import { percent } from './table.ts'

export function scoresSection(pools: readonly ScorePool[], trials: number): string {
  const { text, from50 } = scoreCoverage(pools, trials)
  return `## (a) Scores: how often the 95 % interval holds the truth

BCa bootstrap of a mean score (500 resamples here, which costs a few tenths of a point; 10,000 in the program).
\`hit@5\` is a yes/no score. Per cent of trials:

${text}

From n = 50 on it is between ${percent(Math.min(...from50))} and ${percent(Math.max(...from50))} %; 95 was promised.
`
}

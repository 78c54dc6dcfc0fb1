import type { RunOutcome, ScoreOutcome } from './score-outcome.ts'

/** The outcome as JSON; with two runs, the first at the top level and the second under `second`. */
export function scoreJson(outcome: ScoreOutcome): string {
  const [first, second] = outcome.runs
  const { qrels, withoutRelevant, comparison } = outcome
  const content = {
    ...(first === undefined ? {} : runJson(first)),
    qrels,
    missingCount: outcome.missing,
    withoutRelevant,
    ...(second === undefined ? {} : { second: runJson(second) }),
    ...(comparison === null ? {} : { comparison: Object.fromEntries(comparison) }),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

function runJson({ path, metrics, columns, queries, missing, unjudged }: RunOutcome): object {
  const scoresOf = (i: number): object => Object.fromEntries([...columns].map(([id, scores]) => [id, scores[i]]))
  return {
    run: path,
    metrics: Object.fromEntries(metrics),
    queries: Object.fromEntries(queries.map((query, i) => [query, scoresOf(i)])),
    missing,
    unjudgedQueries: unjudged,
  }
}

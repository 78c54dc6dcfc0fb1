import type { Collection } from './collection.ts'
import { runScores } from './run-scores.ts'

/** Real scores of one collection's questions under one metric. */
export interface ScorePool {
  readonly name: string
  readonly values: readonly number[]
}

/** Real paired differences: a changed setting against the default, question by question. */
export interface DifferencePool extends ScorePool {
  readonly binary: boolean
  readonly clusters: readonly (string | undefined)[]
}

export interface Pools {
  readonly scores: readonly ScorePool[]
  readonly differences: readonly DifferencePool[]
  /** Scores of collections whose questions come in groups, with the group of each. */
  readonly grouped: readonly (ScorePool & { readonly clusters: readonly (string | undefined)[] })[]
}

/** What a pull request might change. */
const CHANGES = {
  'k1 0.9, b 0.4': { k1: 0.9, b: 0.4 },
  'no stemming': { stemming: false },
  'no titles': { fields: { heading: 0 } },
  'b 0': { b: 0 },
  'no stop words': { stopWords: false },
} as const

const METRICS = ['ndcg@10', 'mrr', 'hit@5'] as const

/** Pools smaller than this say more about themselves than about methods. */
const FEWEST_SCORES = 200
const FEWEST_CHANGES = { graded: 40, binary: 20 } as const

/** Runs BM25 as it is and with each change over every collection. */
export async function makePools(collections: readonly Collection[]): Promise<Pools> {
  const pools = {
    scores: [] as ScorePool[],
    differences: [] as DifferencePool[],
    grouped: [] as Pools['grouped'][number][],
  }
  for (const collection of collections) {
    const clusters = collection.questions.map(({ id }) => collection.clusters.get(id))
    const before = await runScores(collection, {}, METRICS)
    if (collection.questions.length >= FEWEST_SCORES) {
      for (const [metric, values] of before) pools.scores.push({ name: `${collection.name} ${metric}`, values })
      const values = before.get('ndcg@10')!
      if (clusters.some((cluster) => cluster !== undefined)) {
        pools.grouped.push({ name: `${collection.name} ndcg@10`, values, clusters })
      }
    }
    for (const [change, settings] of Object.entries(CHANGES)) {
      const after = await runScores(collection, settings, METRICS)
      for (const metric of METRICS) {
        const binary = metric === 'hit@5'
        const values = after.get(metric)!.map((score, i) => score - before.get(metric)![i]!)
        const changed = values.filter((value) => value !== 0).length
        if (changed < FEWEST_CHANGES[binary ? 'binary' : 'graded']) continue
        pools.differences.push({ name: `${collection.name} ${metric}, ${change}`, values, binary, clusters })
      }
    }
  }
  return pools
}

import { parseMetric } from '../../src/metrics/parse-metric.ts'
import type { Hit, JudgedRanking } from '../../src/model.ts'
import { UNJUDGED } from '../../src/model.ts'
import { buildBm25 } from '../../src/strategies/bm25/build.ts'
import { bm25Schema } from '../../src/strategies/bm25/settings.ts'
import type { Collection } from './collection.ts'

const DEPTH = 50

/** Metric id -> the scores of the collection's questions, in their order, under BM25 with these settings. */
export async function runScores(
  collection: Collection,
  settings: Record<string, unknown>,
  metrics: readonly string[],
): Promise<Map<string, number[]>> {
  const { signal } = new AbortController()
  const retriever = await buildBm25(collection.chunks, bm25Schema.parse(settings), { signal, progress: () => {} })
  const rankings = await retriever.retrieveAll(collection.questions, DEPTH, signal)
  const judged = rankings.map(({ hits }, i) => judge(hits, collection.relevant.get(collection.questions[i]!.id)!))
  return new Map(metrics.map((id) => [id, judged.map((ranking) => scoreOf(id, ranking))]))
}

function judge(hits: readonly Hit[], relevant: ReadonlyMap<string, number>): JudgedRanking {
  return {
    labels: hits.map(({ document }) => relevant.get(document!) ?? UNJUDGED),
    tokens: hits.map(() => 0),
    grades: [...relevant.values()].sort((a, b) => b - a),
    level: 1,
    confidence: hits[0]?.score ?? null,
  }
}

function scoreOf(id: string, ranking: JudgedRanking): number {
  const metric = parseMetric(id)
  if (metric.kind !== 'ranking') throw new Error(`${id} is not a metric of one ranking`)
  return metric.score(ranking) ?? 0
}

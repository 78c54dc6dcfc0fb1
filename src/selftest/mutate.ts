import { compareCodeUnits } from '../code-units.ts'
import { documentOf } from '../document-of.ts'
import type { Hit } from '../model.ts'
import { Random } from '../statistics/random.ts'
import type { Answer, Side, StrategySide } from './answer.ts'
import type { Mutation } from './mutation.ts'
import type { TestBench } from './test-bench.ts'

/**
 * A side as if retrieval had got worse: the mutation at one strength (0 to 1), on the same questions of every strategy.
 * The same seed mutates the same way.
 */
export function mutate(bench: TestBench, mutation: Mutation, share: number, seed: string): Side {
  const removed = new Set(mutation.perQuestion ? [] : draw(allDocuments(bench), share, `${seed} documents`))
  const touched = mutation.perQuestion ? draw(bench.queries, share, `${seed} questions`) : bench.queries
  return withHits(bench, touched, (query, hits) =>
    mutation.apply(hits, { removed, random: new Random(`${seed} ${query}`) }),
  )
}

/** Nothing is found any more. */
export function loseAll(bench: TestBench): Side {
  return withHits(bench, bench.queries, () => [])
}

/** Strategies that return what another one does. */
export function replaceStrategies({ side }: TestBench, by: ReadonlyMap<string, string>): Side {
  return new Map([...side].map(([name, own]) => [name, side.get(by.get(name) ?? name) ?? own]))
}

function withHits(
  bench: TestBench,
  touched: readonly string[],
  change: (query: string, hits: readonly Hit[]) => readonly Hit[],
): Side {
  const changed = bench.strategies.map((name): [string, StrategySide] => {
    const own = bench.side.get(name)!
    const answers = new Map(own.answers)
    for (const query of touched) {
      const answer = answers.get(query)
      if (answer !== undefined) answers.set(query, changedAnswer(bench, query, answer, change, own.minScore))
    }
    return [name, { ...own, answers }]
  })
  return new Map([...bench.side, ...changed])
}

function changedAnswer(
  bench: TestBench,
  query: string,
  answer: Answer,
  change: (query: string, hits: readonly Hit[]) => readonly Hit[],
  minScore: number | null,
): Answer {
  const hits = change(query, answer.hits)
  if (hits === answer.hits) return answer
  // Where nothing is found, no part of a fusion found anything either.
  return bench.answer(query, hits, hits.length === 0 ? undefined : answer.confidence, minScore)
}

/** Those of the knowledge base, and what an outside retriever may have returned beside them. */
function allDocuments({ report }: TestBench): string[] {
  const returned = report.chunks.map((chunk) => documentOf(chunk as Parameters<typeof documentOf>[0]))
  return [...new Set([...Object.keys(report.documents), ...returned])].sort(compareCodeUnits)
}

/** A share of the items, at least one where the share is not 0, without replacement. */
function draw<T>(items: readonly T[], share: number, seed: string): T[] {
  const random = new Random(seed)
  const pool = [...items]
  const count = share === 0 ? 0 : Math.max(1, Math.round(share * pool.length))
  return Array.from({ length: Math.min(count, pool.length) }, () => pool.splice(random.index(pool.length), 1)[0]!)
}

import type { Chunk, Hit, Ranking } from '../../src/model.ts'
import type { BuildContext, Retriever } from '../../src/strategies/strategy.ts'
import { contextOf } from './chunks.ts'

/** A retriever that answers every question with the first k of these hits. */
export function fixedPart(hits: readonly Hit[], more: Partial<Ranking> = {}): Retriever {
  const answer = (k: number): Ranking => ({ hits: hits.slice(0, k), ...more })
  return {
    retrieve: async (_question, k) => answer(k),
    retrieveAll: async (questions, k) => questions.map(() => answer(k)),
  }
}

/** Hits with falling scores: `first`, `first - 1` and so on. */
export function hitsNamed(names: string, first = 100): Hit[] {
  return Array.from(names, (id, index) => ({ id, score: first - index }))
}

/** A context whose parts are these; `chunks` is what each of them can return. */
export function contextWith(
  parts: Readonly<Record<string, Retriever>>,
  chunks: (name: string) => readonly Chunk[] | null = () => null,
  baseDirectory = '/',
): BuildContext {
  return {
    ...contextOf([]),
    name: 'mixed',
    part: async (name) => parts[name]!,
    partChunks: async (name) => chunks(name),
    baseDirectory,
  }
}

import type { Question, Ranking } from '../model.ts'
import type { Retriever } from './strategy.ts'

/** The rankings of some questions, in one batch where the retriever takes batches, else one after another. */
export async function retrieveEach(
  retriever: Retriever,
  questions: readonly Question[],
  k: number,
  signal: AbortSignal,
): Promise<Ranking[]> {
  if (retriever.retrieveAll !== undefined) return retriever.retrieveAll(questions, k, signal)
  const rankings: Ranking[] = []
  for (const question of questions) rankings.push(await retriever.retrieve(question, k, signal))
  return rankings
}

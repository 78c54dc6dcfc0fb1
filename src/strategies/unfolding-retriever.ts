import type { Question, Ranking } from '../model.ts'
import { retrieveEach } from './retrieve-each.ts'
import type { Retriever } from './strategy.ts'

/** Makes of a part's ranking the first k hits that it stands for; what comes of more of the ranking begins the same. */
export type Unfold = (ranking: Ranking, k: number) => Ranking

/** How much more is asked for when too little comes of it: each step asks everything anew. */
const WIDENING = 2

/** A retriever whose hits come of those of a part, several of one or one of several. `unfoldsFor` gives one for each question. */
export function unfoldingRetriever(
  part: Retriever,
  unfoldsFor: (questions: readonly Question[], signal: AbortSignal) => Promise<readonly Unfold[]>,
): Retriever {
  const retrieveAll = async (questions: readonly Question[], k: number, signal: AbortSignal): Promise<Ranking[]> => {
    const rankings = await retrieveEach(part, questions, WIDENING * k, signal)
    const unfolds = await unfoldsFor(questions, signal)
    const all: Ranking[] = []
    for (const [index, question] of questions.entries()) {
      const unfold = unfolds[index]!
      let ranking = rankings[index]!
      let found = unfold(ranking, k)
      for (let wide = WIDENING * k; found.hits.length < k && ranking.hits.length >= wide; ) {
        wide *= WIDENING
        ranking = await part.retrieve(question, wide, signal)
        found = unfold(ranking, k)
      }
      all.push(found)
    }
    return all
  }
  return {
    retrieveAll,
    retrieve: async (question, k, signal) => (await retrieveAll([question], k, signal))[0]!,
    ...(part.size === undefined ? {} : { size: () => part.size!() }),
  }
}

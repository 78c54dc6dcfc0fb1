import type { Question, Ranking } from '../model.ts'
import type { Retriever } from './strategy.ts'

/** Questions of one retriever whose rankings are remembered: of a hundred hits each, that stays in the tens of megabytes. */
const MOST_QUESTIONS = 1024

interface Known {
  readonly k: number
  readonly ranking: Ranking
}

interface Remembered {
  readonly known: WeakMap<Question, Known>
  count: number
}

/** Several strategies ask one part the same: what it found for a question is remembered for as long as there is that object. */
const rememberedOf = new WeakMap<Retriever, Remembered>()

/**
 * The rankings of some questions, in one batch where the retriever takes batches, else one after another. Where it takes
 * batches, it is asked again about a question object only for more than it was before; whoever measures passes copies.
 */
export async function retrieveEach(
  retriever: Retriever,
  questions: readonly Question[],
  k: number,
  signal: AbortSignal,
): Promise<readonly Ranking[]> {
  if (retriever.retrieveAll === undefined) {
    const rankings: Ranking[] = []
    for (const question of questions) rankings.push(await retriever.retrieve(question, k, signal))
    return rankings
  }
  const remembered = rememberedOf.get(retriever) ?? { known: new WeakMap<Question, Known>(), count: 0 }
  rememberedOf.set(retriever, remembered)
  const open = questions.filter((question) => !((remembered.known.get(question)?.k ?? -1) >= k))
  const found = open.length === 0 ? [] : await retriever.retrieveAll(open, k, signal)
  // Not an answer to each question: who asked sees that by their number.
  if (found.length !== open.length) return found
  const fresh = new Map(open.map((question, index) => [question, found[index]!]))
  const rankings = questions.map((question) => fresh.get(question) ?? first(remembered.known.get(question)!.ranking, k))
  remember(fresh, k, remembered)
  return rankings
}

function remember(rankings: ReadonlyMap<Question, Ranking>, k: number, to: Remembered): void {
  for (const [question, ranking] of rankings) {
    if (!to.known.has(question) && to.count++ >= MOST_QUESTIONS) return
    to.known.set(question, { k, ranking })
  }
}

/** A ranking is the beginning of any longer one. */
function first(ranking: Ranking, k: number): Ranking {
  return ranking.hits.length <= k ? ranking : { ...ranking, hits: ranking.hits.slice(0, k) }
}

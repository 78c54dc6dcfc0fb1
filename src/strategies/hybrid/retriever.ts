import type { Hit, Question, Ranking } from '../../model.ts'
import { confidenceOf } from '../confidence-of.ts'
import { compareHits } from '../hit-order.ts'
import { retrieveEach } from '../retrieve-each.ts'
import type { Retriever } from '../strategy.ts'
import { explainFused } from './explain-fused.ts'
import { fuse } from './fuse.ts'
import type { SharesOf } from './shares.ts'

export interface HybridPart {
  readonly name: string
  readonly retriever: Retriever
  readonly weight: number
}

export interface Fusion {
  readonly parts: readonly HybridPart[]
  readonly sharesOf: SharesOf
  keyOf(hit: Hit): string
  /** Hits of each part that are fused. */
  readonly candidates: number
}

/** Asks every part and fuses the answers. It takes batches where all of its parts do. */
export function hybridRetriever(fusion: Fusion): Retriever {
  const { parts, candidates } = fusion
  const fuseAll = async (questions: readonly Question[], signal: AbortSignal) => {
    const answers: (readonly Ranking[])[] = []
    for (const { retriever } of parts) answers.push(await retrieveEach(retriever, questions, candidates, signal))
    return questions.map((_, index) =>
      fuseOne(
        fusion,
        answers.map((rankings) => rankings[index]!),
      ),
    )
  }
  const retrieveAll = async (questions: readonly Question[], k: number, signal: AbortSignal) =>
    (await fuseAll(questions, signal)).map(({ fused, confidence }): Ranking => {
      const hits = fused.slice(0, k).map(({ hit }) => hit)
      return { hits, ...(hits.length === 0 ? {} : { confidence }) }
    })
  return {
    retrieve: async (question, k, signal) => (await retrieveAll([question], k, signal))[0]!,
    ...(parts.every(({ retriever }) => retriever.retrieveAll !== undefined) ? { retrieveAll } : {}),
    async explain(question, hit, signal) {
      const [{ fused } = { fused: [] }] = await fuseAll([question], signal)
      return explainFused(
        fusion.parts.map(({ name }) => name),
        fusion.candidates,
        fused.find((other) => fusion.keyOf(other.hit) === fusion.keyOf(hit)),
      )
    },
  }
}

function fuseOne({ parts, sharesOf, keyOf, candidates }: Fusion, rankings: readonly Ranking[]) {
  const sides = parts.map(({ weight }, index) => ({
    weight,
    hits: rankings[index]!.hits.toSorted(compareHits).slice(0, candidates),
  }))
  return { fused: fuse(sides, sharesOf, keyOf), confidence: confidenceOf(rankings[0]!) }
}

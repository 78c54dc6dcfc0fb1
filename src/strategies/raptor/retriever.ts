import type { Chunk, Hit, Ranking } from '../../model.ts'
import type { EmbeddedTexts } from '../../models/embedder.ts'
import { chunkHit } from '../chunk-hit.ts'
import { confidenceOf } from '../confidence-of.ts'
import type { VectorIndex } from '../dense/vector-index.ts'
import { compareHits } from '../hit-order.ts'
import type { Retriever } from '../strategy.ts'
import { unfoldingRetriever } from '../unfolding-retriever.ts'
import type { SummaryNode } from './summary-tree.ts'

export interface Raptor {
  /** Over chunks and summaries. */
  readonly part: Retriever
  readonly chunks: readonly Chunk[]
  readonly tree: readonly SummaryNode[]
  /** Row r belongs to chunk r. */
  readonly index: VectorIndex
  readonly embed: EmbeddedTexts['embed']
  /** Chunks that a summary stands for. */
  readonly leaves: number
}

/** The next lower score, as a share: far less than scores differ by, far more than rounding. */
const STEP = 2 ** -40

/** Searches chunks and summaries together; a summary that is found stands for the chunks under it nearest to the question. */
export function raptorRetriever(raptor: Raptor): Retriever {
  const { part, index, embed } = raptor
  const unfold = unfolder(raptor)
  return unfoldingRetriever(part, async (questions, signal) => {
    const asked = await embed(
      questions.map(({ text }) => text),
      signal,
    )
    return index.scores(asked).map((nearness) => (ranking, k) => unfold(ranking, nearness, k))
  })
}

/** Makes of hits on chunks and summaries the first k chunks that they stand for, each once, scores falling. */
function unfolder({ chunks, tree, leaves }: Raptor) {
  const under = new Map<string, readonly number[]>([
    ...chunks.map(({ id }, row) => [id, [row]] as const),
    ...tree.map((node) => [node.summary.id, node.leaves] as const),
  ])
  return (ranking: Ranking, nearness: Float32Array, k: number): Ranking => {
    const seen = new Set<number>()
    const hits: Hit[] = []
    let last = Number.POSITIVE_INFINITY
    for (const { id, score } of ranking.hits.toSorted(compareHits)) {
      if (hits.length === k) break
      const open = under.get(id)!.filter((row) => !seen.has(row))
      for (const row of open.length < 2 ? open : nearest(open, leaves, nearness)) {
        if (hits.length === k) break
        seen.add(row)
        // Scores that fall strictly keep this order wherever the ranking is cut.
        last = score < last ? score : last - Math.max(Math.abs(last), STEP) * STEP
        hits.push(chunkHit(chunks[row]!, last))
      }
    }
    return { ...ranking, hits, ...(hits.length === 0 ? {} : { confidence: confidenceOf(ranking) }) }
  }
}

/** The nearest `most` of some rows, nearest first, ties by the lower row; there may be a thousand of which two are wanted. */
function nearest(rows: readonly number[], most: number, nearness: Float32Array): number[] {
  const best: number[] = []
  const isNearer = (a: number, b: number) => nearness[a]! > nearness[b]! || (nearness[a] === nearness[b] && a < b)
  for (const row of rows) {
    if (best.length === most && !isNearer(row, best.at(-1)!)) continue
    const place = best.findIndex((other) => isNearer(row, other))
    best.splice(place < 0 ? best.length : place, 0, row)
    if (best.length > most) best.pop()
  }
  return best
}

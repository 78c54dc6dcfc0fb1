import { quickselect } from 'simple-statistics'
import type { Chunk, Hit, Question, Ranking } from '../../model.ts'
import { count } from '../../numbers.ts'
import { chunkHit, rescored } from '../chunk-hit.ts'
import { confidenceOf } from '../confidence-of.ts'
import { compareHits, comparePlaces } from '../hit-order.ts'
import { minMaxScores } from '../hybrid/shares.ts'
import { retrieveEach } from '../retrieve-each.ts'
import type { IndexSize, Retriever, ScoreExplanation } from '../strategy.ts'
import type { GraphSettings } from './settings.ts'
import { tieWords } from './tie-words.ts'
import type { Tie } from './ties.ts'
import { arrivals, type Scores, sumOfSteps, type TieTable, tieTable, walk } from './walk.ts'

export interface Graph {
  readonly settings: GraphSettings
  readonly part: Retriever
  readonly chunks: readonly Chunk[]
  /** Chunk id -> index. */
  readonly indexOf: ReadonlyMap<string, number>
  readonly ties: readonly (readonly Tie[])[]
}

/** What is worked out once for all questions. */
interface Laid extends Graph {
  readonly table: TieTable
  /** Chunk index -> its place in the order of ties. */
  readonly places: Int32Array
}

/** The hits of another strategy and what is tied to them. It takes batches where that does. */
export function graphRetriever(given: Graph): Retriever {
  const { part, settings } = given
  const graph: Laid = { ...given, table: tieTable(given.ties), places: placesOf(given.chunks) }
  const retrieveAll = async (questions: readonly Question[], k: number, signal: AbortSignal) => {
    const rankings = await retrieveEach(part, questions, Math.max(k, settings.anchors), signal)
    return rankings.map((ranking) => expand(graph, ranking, k))
  }
  return {
    retrieve: async (question, k, signal) => (await retrieveAll([question], k, signal))[0]!,
    ...(part.retrieveAll === undefined ? {} : { retrieveAll }),
    size: () => sizeOf(graph.ties),
    explain: async (question, hit, signal) =>
      explanation(graph, await part.retrieve(question, settings.anchors, signal), hit),
  }
}

function placesOf(chunks: readonly Chunk[]): Int32Array {
  const inOrder = [...chunks.keys()].sort((a, b) => comparePlaces(chunks[a]!, chunks[b]!))
  const places = new Int32Array(chunks.length)
  for (const [place, index] of inOrder.entries()) places[index] = place
  return places
}

/** A neighbour as a number of 4 bytes and a share of 8. */
const TIE_BYTES = 12

function sizeOf(tiesOfChunks: Graph['ties']): IndexSize {
  const ties = tiesOfChunks.reduce((sum, { length }) => sum + length, 0)
  return { bytes: ties * TIE_BYTES, counts: { ties } }
}

function expand(graph: Laid, ranking: Ranking, k: number): Ranking {
  const hits = ranking.hits.toSorted(compareHits)
  const anchors = new Map(hits.slice(0, graph.settings.anchors).map((hit) => [hit.id, hit]))
  const { chunks, places } = graph
  const reached = sumOfSteps(stepsFrom(graph, hits))
  const { values } = reached
  // What is tied to a hundred hits is a large part of all chunks: only those that are asked for are sorted, and become hits.
  const inOrder = atLeast(best(reached, k), reached).sort((a, b) => values[b]! - values[a]! || places[a]! - places[b]!)
  const first = inOrder.slice(0, k).map((index): Hit => {
    const chunk = chunks[index]!
    const score = values[index]!
    const anchor = anchors.get(chunk.id)
    return anchor === undefined ? chunkHit(chunk, score) : rescored(anchor, score)
  })
  const rest = first.length < k ? beyond(graph, hits, reached) : []
  const confidence = hits.length === 0 ? {} : { confidence: confidenceOf(ranking) }
  return { ...ranking, hits: [...first, ...rest].slice(0, k), ...confidence }
}

/** The k-th largest of the scores. */
function best({ chunks, values }: Scores, k: number): number {
  if (k === 0 || chunks.length <= k) return Number.NEGATIVE_INFINITY
  const scores = chunks.map((chunk) => values[chunk]!)
  quickselect(scores, scores.length - k)
  return scores[scores.length - k]!
}

function atLeast(bar: number, { chunks, values }: Scores): number[] {
  return chunks.filter((chunk) => values[chunk]! >= bar)
}

/** The hits that were not reached: those below the anchors, as they come, below all that was. */
function beyond({ indexOf }: Laid, hits: readonly Hit[], reached: Scores): Hit[] {
  const known = new Set(reached.chunks)
  return hits.filter(({ id }) => !known.has(indexOf.get(id) ?? -1)).map((hit, index) => rescored(hit, -1 - index))
}

/** The walk from the anchors, whose scores are brought to 0..1. Hits come in order. */
function stepsFrom({ settings, indexOf, table }: Laid, hits: readonly Hit[]): Scores[] {
  const anchors = hits.slice(0, settings.anchors)
  const shares = minMaxScores(anchors, 1)
  const known = anchors.flatMap(({ id }, rank): [number, number][] =>
    indexOf.has(id) ? [[indexOf.get(id)!, shares[rank]!]] : [],
  )
  return walk(new Map(known), table, settings.decay, settings.hops)
}

/** So many ties are named; the others are summed up. */
const NAMED = 5

function explanation(graph: Laid, ranking: Ranking, hit: Hit): ScoreExplanation {
  const { settings, indexOf, chunks, ties } = graph
  const index = indexOf.get(hit.id)
  if (index === undefined) return { score: hit.score, parts: [{ label: `${settings.of}: no ties`, value: hit.score }] }
  const steps = stepsFrom(graph, ranking.hits.toSorted(compareHits))
  const handed = arrivals(index, steps, ties, settings.decay)
  const others = handed.slice(NAMED)
  return {
    score: sumOfSteps(steps).values[index]!,
    parts: [
      { label: `${settings.of}: its score, from 0 to 1`, value: steps[0]!.values[index]! },
      ...handed.slice(0, NAMED).map(({ from, tie, value }) => ({ label: tieWords(tie, chunks[from]!.id), value })),
      ...(others.length === 0
        ? []
        : [{ label: count(others.length, 'more tie'), value: others.reduce((sum, { value }) => sum + value, 0) }]),
    ],
  }
}

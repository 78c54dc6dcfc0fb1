import type { QueryTerm } from './scan.ts'

/** A chunk that was found, its score, and how often each of its terms occurs there. */
export interface FeedbackChunk {
  readonly score: number
  readonly counts: ReadonlyMap<number, number>
}

export interface Feedback {
  /** How many terms are taken from the chunks. */
  readonly terms: number
  /** The share of the question, from 0 to 1. */
  readonly questionWeight: number
}

/**
 * The question with terms of the chunks that it found: RM3, its own terms and the relevance model RM1 in given shares.
 *
 * A chunk speaks for each of its terms by the term's share of it, weighted by the chunk's score; the most weighty terms make
 * the model, equal ones by the term. Lavrenko and Croft, "Relevance-based language models" (SIGIR 2001); Abdul-Jaleel et al.,
 * "UMass at TREC 2004"; as Anserini's `Rm3Reranker`.
 */
export function expandedQuery(
  question: readonly QueryTerm[],
  chunks: readonly FeedbackChunk[],
  { terms, questionWeight }: Feedback,
  term: (id: number) => string,
): QueryTerm[] {
  const model = scaled(heaviest(relevanceModel(chunks), terms, term))
  if (model.length === 0) return [...question]
  const weights = new Map(scaled(question).map(({ term, count }) => [term, questionWeight * count]))
  for (const { term, count } of model) weights.set(term, (weights.get(term) ?? 0) + (1 - questionWeight) * count)
  return Array.from(weights, ([term, count]) => ({ term, count })).filter(({ count }) => count > 0)
}

function relevanceModel(chunks: readonly FeedbackChunk[]): Map<number, number> {
  const weights = new Map<number, number>()
  for (const { score, counts } of chunks) {
    let length = 0
    for (const count of counts.values()) length += count
    for (const [term, count] of counts) weights.set(term, (weights.get(term) ?? 0) + (count / length) * score)
  }
  return weights
}

function heaviest(weights: ReadonlyMap<number, number>, most: number, term: (id: number) => string): QueryTerm[] {
  return Array.from(weights, ([id, count]) => ({ term: id, count, text: term(id) }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, most)
    .map(({ term, count }) => ({ term, count }))
}

/** Weights that add up to 1. */
function scaled(terms: readonly QueryTerm[]): QueryTerm[] {
  const sum = terms.reduce((total, { count }) => total + count, 0)
  return terms.map(({ term, count }) => ({ term, count: count / sum }))
}

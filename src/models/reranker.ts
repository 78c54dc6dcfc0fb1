import type { AnalysisSettings } from '../analysis/terms-of-token.ts'

/** A hit as a reranker sees it. */
export interface Candidate {
  /** What the strategy below gave it; comparable among the candidates of one question only. */
  readonly score: number
  readonly text: string
  /** The headings above it, or its title; empty where there is none. */
  readonly title: string
  /** Empty where it has none. */
  readonly path: string
}

/** A relevance as the sum of what the strategy below thought of a hit, and of what the reranker adds to it. */
export interface RelevanceParts {
  /** The score below, from 0 to 1 among the candidates. */
  readonly before: number
  readonly added: readonly { readonly label: string; readonly value: number }[]
}

/** Judges the hits of one question. */
export interface LoadedReranker {
  /** The relevance of each candidate to the question, in the candidates' order; only its order matters. */
  score(question: string, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly number[]>
  /** What the relevance of one of them is made of, where that can be told. */
  explain?(question: string, candidates: readonly Candidate[], index: number): RelevanceParts
  /** The same, what it is asked put down to a strategy. */
  usedBy?(strategy: string): LoadedReranker
}

/** A reranker that is part of the program. */
export interface BuiltInReranker {
  /** One sentence for the config reference, honest about what it can see. */
  readonly summary: string
  load(words?: AnalysisSettings): LoadedReranker
}

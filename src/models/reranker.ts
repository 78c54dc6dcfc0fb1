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

/** A kind of reranker. Registered in `models/reranker-registry.ts`. */
export interface Reranker {
  /** One sentence for the config reference, honest about what it can see. */
  readonly summary: string
  /** It asks something outside this process. */
  readonly external: boolean
  /** Makes it ready for use. */
  load(): Promise<LoadedReranker>
}

export interface LoadedReranker {
  /** The relevance of each candidate to the question, in the candidates' order; only its order matters. */
  score(question: string, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly number[]>
}

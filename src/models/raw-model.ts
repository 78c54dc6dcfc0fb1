import type { ChatRequest } from './chat.ts'

/** All that decides what a model answers: its records are found again by it. Nothing secret, no address. */
export interface ModelIdentity {
  readonly provider: string
  readonly model: string
  /** A pinned state of it, where there is one. */
  readonly revision?: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
}

/** Tokens that a call was charged for, as the provider counts them; absent where it does not say. */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** How calls may be made. */
export interface CallLimits {
  /** Texts in one call at most. */
  readonly batch: number
  /** Calls under way at once at most. */
  readonly concurrency: number
}

/** Whether a text is searched for or searched in: some models embed the two differently. */
export type TextRole = 'query' | 'passage'

export interface EmbeddedBatch {
  readonly vectors: readonly Float32Array[]
  readonly usage: Usage
  /** Which of the texts are longer than the model reads, where it is known. */
  readonly cut?: readonly boolean[]
}

/** An embedding model as its provider offers it: no records, no checks. */
export interface TextEmbedder {
  readonly identity: ModelIdentity
  /** The identity holds a hash of all that decides, so that nothing can change behind its name. */
  readonly isPinned?: boolean
  readonly limits: CallLimits
  /** One vector a text, in their order. Throws what the provider answered once its own retries are used up. */
  embed(texts: readonly string[], role: TextRole, signal: AbortSignal): Promise<EmbeddedBatch>
}

/** A reranking model as its provider offers it. */
export interface TextScorer {
  readonly identity: ModelIdentity
  readonly limits: CallLimits
  /** The relevance of each text to the question, in their order; higher is better. */
  score(
    question: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<{ scores: readonly number[]; usage: Usage }>
}

/** A chat model as its provider offers it. */
export interface TextGenerator {
  readonly identity: ModelIdentity
  readonly limits: CallLimits
  generate(request: ChatRequest, signal: AbortSignal): Promise<{ text: string; usage: Usage }>
}

/** One text to be generated. */
export interface ChatRequest {
  /** What the prompt is for and its version, `hyde@1`: another version is another record. */
  readonly purpose: string
  readonly system?: string
  readonly prompt: string
  /** Which of several answers to the same prompt this is, from 0. The first is asked for at temperature 0. */
  readonly sample: number
  /** Tokens of the answer at most. */
  readonly maxTokens: number
  /** An answer of the shape that is asked for: stands in for one that is not there yet. It is never sent. */
  readonly example?: string
  /** What tells the prompt from others of its purpose, for messages; its end unless given. It is never sent. */
  readonly about?: string
}

/** A model that writes text. */
export interface Chat {
  /** Generated texts, in the order of the requests. An empty answer is an error, never a text. */
  generate(requests: readonly ChatRequest[], signal: AbortSignal): Promise<string[]>
  /** The same, what it is asked put down to a strategy. */
  usedBy?(strategy: string): Chat
}

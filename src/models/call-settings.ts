/** What an entry of `embedders:`, `rerankers:` or `chats:` says about calls, whatever its type. */
export interface CallSettings {
  /** Dollars, or whatever is paid in, for a million tokens. */
  readonly price?: { readonly input: number; readonly output: number } | undefined
  /** Calls under way at once at most. */
  readonly concurrency?: number | undefined
  /** Texts in one call at most. */
  readonly batch?: number | undefined
}

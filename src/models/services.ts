import type { Chat } from './chat.ts'
import type { Embedder } from './embedder.ts'
import type { LoadedReranker } from './reranker.ts'

/**
 * What strategies may use beside the knowledge base. Models are named by their entry in `embedders:`, `rerankers:` or
 * `chats:`, or by a type that needs no settings; each is loaded once, when first asked for.
 */
export interface Services {
  embedder(name: string): Promise<Embedder>
  reranker(name: string): Promise<LoadedReranker>
  chat(name: string): Promise<Chat>
  /** The same services, what models are asked put down to a strategy. */
  usedBy?(strategy: string): Services
  readonly fetch: typeof fetch
  /** What an environment variable holds; masked from then on. Throws `UserError` where it is not set. */
  secret(variable: string): string
  /** Has a secret masked that did not come from there. */
  mask?(value: string): void
  /** A line for the person who waits, and the report's warnings. */
  notice(line: string): void
}

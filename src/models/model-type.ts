import type { ZodType } from 'zod'
import type { ModelContext } from './model-context.ts'

/**
 * A kind of model: its settings and how it is loaded. Registered in `models/embedder-registry.ts`,
 * `models/reranker-registry.ts` or `models/chat-registry.ts`.
 */
export interface ModelType<Settings, Model> {
  /** One sentence for the config reference, honest about what it can see. */
  readonly summary: string
  /** A strict object: the keys of an entry of `embedders:`, `rerankers:` or `chats:` beside `type`. */
  readonly schema: ZodType<Settings>
  /** It asks something outside this process. */
  readonly external: boolean
  /** Makes it ready for use. Throws `UserError` for what a user can mend: a missing key, a file that is not there. */
  load(settings: Settings, context: ModelContext): Promise<Model>
}

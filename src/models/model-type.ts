import type { ZodType } from 'zod'
import type { ModelContext } from './model-context.ts'

/** Where a model's files may lie: both absolute. */
export interface ModelPlaces {
  readonly baseDirectory: string
  /** The model store's. */
  readonly folder: string
}

/** A model of the Hugging Face hub at a commit. */
export interface HubReference {
  /** `owner/name` */
  readonly model: string
  readonly revision: string
}

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
  /** The environment variables without which it cannot be asked, as these settings have it; absent where it needs none. */
  keys?(settings: Settings, places: ModelPlaces): readonly string[]
  /** The model of the hub that it is read from, as these settings have it; absent or null where it lies elsewhere. */
  hubModel?(settings: Settings): HubReference | null
  /** The folder that it is read from, relative to the config; absent or null where it lies elsewhere. */
  folder?(settings: Settings): string | null
  /** Makes it ready for use. Throws `UserError` for what a user can mend: a missing key, a file that is not there. */
  load(settings: Settings, context: ModelContext): Promise<Model>
}

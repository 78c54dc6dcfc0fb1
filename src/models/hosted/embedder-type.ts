import type { EmbeddingModel } from 'ai'
import type { ZodType } from 'zod'
import type { Embedder } from '../embedder.ts'
import type { ModelContext } from '../model-context.ts'
import type { ModelType } from '../model-type.ts'
import type { ModelIdentity, TextRole } from '../raw-model.ts'
import { recordedEmbedder } from '../recorded-embedder.ts'
import { CONCURRENCY, callsOf, type HostedSettings, keyOf } from './call-settings.ts'
import type { ProviderOptions } from './sdk.ts'
import { hostedEmbedder } from './text-embedder.ts'

export interface EmbedderDefinition<S> {
  readonly summary: string
  readonly schema: ZodType<S>
  /** Texts in one call at most. */
  readonly batch: number
  /** The variables of its key; that of `apiKeyEnv` unless given. */
  keys?(settings: HostedSettings): readonly string[]
  identity(settings: S): ModelIdentity
  connect(settings: S, context: ModelContext): Promise<Exclude<EmbeddingModel, string>>
  /** What the provider wants to know of the two roles. */
  options?(settings: S, role: TextRole): ProviderOptions
  /** What is put before a text. */
  prefix?(settings: S, role: TextRole): string
}

/** A kind of embedder behind the AI SDK. */
export function embedderType<S extends HostedSettings>(definition: EmbedderDefinition<S>): ModelType<S, Embedder> {
  const { summary, schema, batch, options, prefix, keys = keyOf } = definition
  return {
    summary,
    schema,
    external: true,
    keys,
    async load(settings, context) {
      const hosted = {
        identity: definition.identity(settings),
        limits: { batch, concurrency: CONCURRENCY },
        ...callsOf(settings, keys(settings)),
        connect: () => definition.connect(settings, context),
        ...(options && { options: (role: TextRole) => options(settings, role) }),
        ...(prefix && { prefix: (role: TextRole) => prefix(settings, role) }),
      }
      return recordedEmbedder(hostedEmbedder(hosted, context), context)
    },
  }
}

import type { RerankingModel } from 'ai'
import type { ZodType } from 'zod'
import type { ModelContext } from '../model-context.ts'
import type { ModelType } from '../model-type.ts'
import type { ModelIdentity } from '../raw-model.ts'
import { recordedReranker } from '../recorded-reranker.ts'
import type { LoadedReranker } from '../reranker.ts'
import { CONCURRENCY, callsOf, type HostedSettings, keyOf } from './call-settings.ts'
import { hostedScorer } from './text-scorer.ts'

export interface RerankerDefinition<S> {
  readonly summary: string
  readonly schema: ZodType<S>
  /** Texts in one call at most. */
  readonly batch: number
  /** The variables of its key; that of `apiKeyEnv` unless given. */
  keys?(settings: HostedSettings): readonly string[]
  identity(settings: S): ModelIdentity
  connect(settings: S, context: ModelContext): Promise<Exclude<RerankingModel, string>>
}

/** A kind of reranker behind the AI SDK. */
export function rerankerType<S extends HostedSettings>(
  definition: RerankerDefinition<S>,
): ModelType<S, LoadedReranker> {
  const { summary, schema, batch, keys = keyOf } = definition
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
      }
      return recordedReranker(hostedScorer(hosted, context), context)
    },
  }
}

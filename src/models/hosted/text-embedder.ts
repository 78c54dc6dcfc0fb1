import type { EmbeddingModel } from 'ai'
import type { ModelContext } from '../model-context.ts'
import type { CallLimits, ModelIdentity, TextEmbedder, TextRole } from '../raw-model.ts'
import { explainError } from './explain-error.ts'
import { type ProviderOptions, sdk } from './sdk.ts'

export interface HostedEmbedder {
  readonly identity: ModelIdentity
  readonly limits: CallLimits
  readonly retries: number
  /** Made when the first text is to be embedded: a run that finds everything in its records needs no key. */
  connect(): Promise<Exclude<EmbeddingModel, string>>
  /** What the provider wants to know of the two roles. */
  options?(role: TextRole): ProviderOptions
  /** What is put before a text. */
  prefix?(role: TextRole): string
}

/** An embedding model behind the AI SDK. */
export function hostedEmbedder(hosted: HostedEmbedder, { name }: Pick<ModelContext, 'name'>): TextEmbedder {
  const { identity, limits, retries, options, prefix } = hosted
  let model: ReturnType<HostedEmbedder['connect']> | undefined
  return {
    identity,
    limits,
    async embed(texts, role, signal) {
      model ??= hosted.connect()
      const before = prefix?.(role) ?? ''
      try {
        const { embedMany } = await sdk()
        const { embeddings, usage } = await embedMany({
          model: await model,
          values: texts.map((text) => before + text),
          maxRetries: retries,
          abortSignal: signal,
          ...(options !== undefined && { providerOptions: options(role) }),
        })
        return { vectors: embeddings.map((values) => Float32Array.from(values)), usage: usageOf(usage.tokens) }
      } catch (error) {
        signal.throwIfAborted()
        throw await explainError(error, name)
      }
    },
  }
}

function usageOf(inputTokens: number) {
  return Number.isFinite(inputTokens) ? { inputTokens } : {}
}

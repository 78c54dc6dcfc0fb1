import type { EmbeddingModel } from 'ai'
import type { CallLimits, TextEmbedder, TextRole } from '../raw-model.ts'
import { type AskingContext, asking, type HostedModel } from './asking.ts'
import { type ProviderOptions, sdk } from './sdk.ts'

export interface HostedEmbedder extends HostedModel<Exclude<EmbeddingModel, string>> {
  readonly limits: CallLimits
  /** What the provider wants to know of the two roles. */
  options?(role: TextRole): ProviderOptions
  /** What is put before a text. */
  prefix?(role: TextRole): string
}

/** An embedding model behind the AI SDK. */
export function hostedEmbedder(hosted: HostedEmbedder, context: AskingContext): TextEmbedder {
  const { identity, limits, options, prefix } = hosted
  const ask = asking('embedder', hosted, context)
  return {
    identity,
    limits,
    async embed(texts, role, signal) {
      const { embedMany } = await sdk()
      const before = prefix?.(role) ?? ''
      const asked = {
        values: texts.map((text) => before + text),
        maxRetries: 0,
        abortSignal: signal,
        ...(options !== undefined && { providerOptions: options(role) }),
      }
      const { embeddings, usage } = await ask((model) => embedMany({ model, ...asked }), signal)
      return { vectors: embeddings.map((values) => Float32Array.from(values)), usage: usageOf(usage.tokens) }
    },
  }
}

function usageOf(inputTokens: number) {
  return Number.isFinite(inputTokens) ? { inputTokens } : {}
}

import type { RerankingModel } from 'ai'
import type { CallLimits, TextScorer } from '../raw-model.ts'
import { type AskingContext, asking, type HostedModel } from './asking.ts'
import { sdk } from './sdk.ts'

export interface HostedScorer extends HostedModel<Exclude<RerankingModel, string>> {
  readonly limits: CallLimits
}

/** A reranking model behind the AI SDK. */
export function hostedScorer(hosted: HostedScorer, context: AskingContext): TextScorer {
  const { identity, limits } = hosted
  const ask = asking('reranker', hosted, context)
  return {
    identity,
    limits,
    async score(question, texts, signal) {
      const { rerank } = await sdk()
      const asked = { query: question, documents: [...texts], maxRetries: 0, abortSignal: signal }
      const { ranking } = await ask((model) => rerank({ model, ...asked }), signal)
      const scores = new Array<number>(texts.length).fill(Number.NaN)
      for (const { originalIndex, score } of ranking) scores[originalIndex] = score
      return { scores, usage: {} }
    },
  }
}

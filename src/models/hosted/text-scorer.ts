import type { RerankingModel } from 'ai'
import type { ModelContext } from '../model-context.ts'
import type { CallLimits, ModelIdentity, TextScorer } from '../raw-model.ts'
import { explainError } from './explain-error.ts'
import { sdk } from './sdk.ts'

export interface HostedScorer {
  readonly identity: ModelIdentity
  readonly limits: CallLimits
  readonly retries: number
  /** Made when the first texts are to be judged. */
  connect(): Promise<Exclude<RerankingModel, string>>
}

/** A reranking model behind the AI SDK. */
export function hostedScorer(hosted: HostedScorer, { name }: Pick<ModelContext, 'name'>): TextScorer {
  const { identity, limits, retries } = hosted
  let model: ReturnType<HostedScorer['connect']> | undefined
  return {
    identity,
    limits,
    async score(question, texts, signal) {
      model ??= hosted.connect()
      try {
        const { rerank } = await sdk()
        const { ranking } = await rerank({
          model: await model,
          query: question,
          documents: [...texts],
          maxRetries: retries,
          abortSignal: signal,
        })
        const scores = new Array<number>(texts.length).fill(Number.NaN)
        for (const { originalIndex, score } of ranking) scores[originalIndex] = score
        return { scores, usage: {} }
      } catch (error) {
        signal.throwIfAborted()
        throw await explainError(error, name)
      }
    },
  }
}

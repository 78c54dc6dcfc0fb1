import type { LanguageModel } from 'ai'
import type { ModelContext } from '../model-context.ts'
import type { CallLimits, ModelIdentity, TextGenerator } from '../raw-model.ts'
import { explainError } from './explain-error.ts'
import { sdk } from './sdk.ts'
import { withoutReasoning } from './without-reasoning.ts'

export interface HostedGenerator {
  readonly identity: ModelIdentity
  readonly limits: CallLimits
  readonly retries: number
  /** Of the samples after the first, which is asked for at temperature 0. */
  readonly temperature: number
  /** Made when the first text is to be generated. */
  connect(): Promise<Exclude<LanguageModel, string>>
}

/** A chat model behind the AI SDK. */
export function hostedGenerator(hosted: HostedGenerator, { name }: Pick<ModelContext, 'name'>): TextGenerator {
  const { identity, limits, retries, temperature } = hosted
  let model: ReturnType<HostedGenerator['connect']> | undefined
  return {
    identity,
    limits,
    async generate({ system, prompt, sample, maxTokens }, signal) {
      model ??= hosted.connect()
      try {
        const { generateText } = await sdk()
        const { text, usage, finishReason } = await generateText({
          model: await model,
          prompt,
          ...(system !== undefined && { system }),
          temperature: sample === 0 ? 0 : temperature,
          seed: sample,
          maxOutputTokens: maxTokens,
          maxRetries: retries,
          abortSignal: signal,
        })
        const answer = withoutReasoning(text)
        if (answer === '' && finishReason === 'length') throw spentThinking(maxTokens)
        const { inputTokens, outputTokens } = usage
        return {
          text: answer,
          usage: {
            ...(inputTokens !== undefined && { inputTokens }),
            ...(outputTokens !== undefined && { outputTokens }),
          },
        }
      } catch (error) {
        signal.throwIfAborted()
        throw await explainError(error, name)
      }
    },
  }
}

/** Asking again would come to the same. */
function spentThinking(maxTokens: number): Error {
  return new Error(
    `it wrote nothing within the ${maxTokens} tokens that it may take: a model that thinks before it writes needs more (\`maxTokens\` of the strategy), or to be told not to think`,
  )
}

import type { LanguageModel } from 'ai'
import type { CallLimits, TextGenerator } from '../raw-model.ts'
import { type AskingContext, asking, type HostedModel } from './asking.ts'
import { sdk } from './sdk.ts'
import { withoutReasoning } from './without-reasoning.ts'

export interface HostedGenerator extends HostedModel<Exclude<LanguageModel, string>> {
  readonly limits: CallLimits
  /** Of the samples after the first, which is asked for at temperature 0. */
  readonly temperature: number
}

/** A chat model behind the AI SDK. */
export function hostedGenerator(hosted: HostedGenerator, context: AskingContext): TextGenerator {
  const { identity, limits, temperature } = hosted
  const ask = asking('chat', hosted, context)
  return {
    identity,
    limits,
    async generate({ system, prompt, sample, maxTokens }, signal) {
      const { generateText } = await sdk()
      const asked = {
        prompt,
        ...(system !== undefined && { system }),
        temperature: sample === 0 ? 0 : temperature,
        seed: sample,
        maxOutputTokens: maxTokens,
        maxRetries: 0,
        abortSignal: signal,
      }
      const { text, usage, finishReason } = await ask((model) => generateText({ model, ...asked }), signal)
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
    },
  }
}

/** Asking again would come to the same. */
function spentThinking(maxTokens: number): Error {
  return new Error(
    `it wrote nothing within the ${maxTokens} tokens that it may take: a model that thinks before it writes needs more (\`maxTokens\` of the strategy), or to be told not to think`,
  )
}

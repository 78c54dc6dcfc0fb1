import type { LanguageModel } from 'ai'
import { type ZodType, z } from 'zod'
import type { Chat } from '../chat.ts'
import type { ModelContext } from '../model-context.ts'
import type { ModelType } from '../model-type.ts'
import type { ModelIdentity } from '../raw-model.ts'
import { recordedChat } from '../recorded-chat.ts'
import { CONCURRENCY, callsOf, type HostedSettings, keyOf } from './call-settings.ts'
import { hostedGenerator } from './text-generator.ts'

export interface ChatDefinition<S> {
  readonly summary: string
  readonly schema: ZodType<S>
  /** The variables of its key; that of `apiKeyEnv` unless given. */
  keys?(settings: HostedSettings): readonly string[]
  /** Without the temperature, which is added. */
  identity(settings: S): ModelIdentity
  connect(settings: S, context: ModelContext): Promise<Exclude<LanguageModel, string>>
}

/** The keys that only chat models have. */
export const chatSettings = {
  temperature: z
    .number()
    .min(0)
    .max(2)
    .default(0.7)
    .describe('Of the answers after the first, where a strategy asks for several; the first is always asked for at 0.'),
}

/** A kind of chat model behind the AI SDK. */
export function chatType<S extends HostedSettings & { readonly temperature: number }>(
  definition: ChatDefinition<S>,
): ModelType<S, Chat> {
  const { summary, schema, keys = keyOf } = definition
  return {
    summary,
    schema,
    external: true,
    keys,
    async load(settings, context) {
      const { temperature } = settings
      const identity = definition.identity(settings)
      const hosted = {
        identity: { ...identity, parameters: { ...identity.parameters, temperature } },
        limits: { batch: 1, concurrency: CONCURRENCY },
        ...callsOf(settings, keys(settings)),
        temperature,
        connect: () => definition.connect(settings, context),
      }
      return recordedChat(hostedGenerator(hosted, context), context)
    },
  }
}

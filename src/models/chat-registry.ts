import { bedrockChat } from './bedrock.ts'
import type { Chat } from './chat.ts'
import { cohereChat } from './cohere.ts'
import { googleChat } from './google.ts'
import type { ModelType } from './model-type.ts'
import { openaiChat } from './openai.ts'
import { openaiCompatibleChat } from './openai-compatible.ts'

/** Every kind of chat model, by the `type` that a config names it with. */
export const chatTypes = {
  openai: openaiChat,
  'openai-compatible': openaiCompatibleChat,
  cohere: cohereChat,
  google: googleChat,
  bedrock: bedrockChat,
} satisfies Record<string, ModelType<unknown, Chat>>

import { z } from 'zod'
import { situatedChunks } from './contextual/situated-chunks.ts'
import { mappingRetriever } from './mapped/retriever.ts'
import type { StrategyType } from './strategy.ts'

const contextualSchema = z.strictObject({
  of: z.string().min(1).describe('The strategy that searches the situated chunks: of its type, with its settings.'),
  chat: z.string().min(1).describe('What situates the chunks: an entry of `chats`.'),
  maxTokens: z.int().min(16).max(1024).default(100).describe('Tokens of a situating text at most.'),
  documentTokens: z
    .int()
    .min(100)
    .max(200_000)
    .default(4000)
    .describe('Tokens of the document that the model is shown; of a longer one, what is around the chunk.'),
})

/**
 * Each chunk is indexed under a sentence that says where in its document it stands, written by a chat model (Anthropic,
 * "Introducing Contextual Retrieval", 2024). What is found and shown is the chunk itself.
 */
export const contextual: StrategyType<z.infer<typeof contextualSchema>> = {
  summary: 'Chunks are searched together with a sentence that a chat model writes to situate each in its document.',
  schema: contextualSchema,
  external: false,
  parts: ({ of }) => [of],
  models: ({ chat }) => ({ chat }),
  async build({ of, chat, ...settings }, context) {
    const chunks = await context.chunks()
    const { signal } = context
    const situated = await situatedChunks(chunks, { ...settings, chat: await context.chat(chat), signal })
    const part = await context.partOver(of, situated)
    return mappingRetriever(part, new Map(situated.map(({ id }, index) => [id, chunks[index]!])))
  },
}

import { z } from 'zod'
import { UserError } from '../errors.ts'
import { DenseRetriever } from './dense/retriever.ts'
import { hydeRetriever } from './hyde/retriever.ts'
import type { StrategyType } from './strategy.ts'

const hydeSchema = z.strictObject({
  of: z.string().min(1).describe('The `dense` strategy that is searched.'),
  chat: z.string().min(1).describe('What writes the answers: an entry of `chats`.'),
  samples: z.int().min(1).max(16).default(1).describe('How many answers are written and averaged.'),
  maxTokens: z.int().min(16).max(4096).default(256).describe('Tokens of an answer at most.'),
})

/**
 * Hypothetical document embeddings: a model answers the question from memory, and what is near to that answer is searched
 * for (Gao, Ma, Lin and Callan, "Precise Zero-Shot Dense Retrieval without Relevance Labels", ACL 2023). As there, the
 * vector is the mean of the answers' and the question's.
 */
export const hyde: StrategyType<z.infer<typeof hydeSchema>> = {
  summary:
    'Vector search with an answer that a chat model makes up: what is like the answer is found, whatever its words.',
  schema: hydeSchema,
  external: false,
  parts: ({ of }) => [of],
  models: ({ chat }) => ({ chat }),
  async build({ of, chat, samples, maxTokens }, context) {
    const part = await context.part(of)
    if (!(part instanceof DenseRetriever)) throw notDense(context.name, of)
    const embed = part.embedFor(context.name)
    return hydeRetriever({ part, embed, chat: await context.chat(chat), samples, maxTokens })
  },
}

function notDense(name: string, of: string): UserError {
  return new UserError({
    what: `strategy \`${name}\` searches vectors, and \`${of}\` has none`,
    expected: '`of` names a strategy of type `dense`',
    hint: 'to send rewritten questions to any strategy, use the type `multi-query`',
  })
}

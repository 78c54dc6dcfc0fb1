import { z } from 'zod'
import { multiQueryRetriever } from './multi-query/retriever.ts'
import type { StrategyType } from './strategy.ts'

const multiQuerySchema = z.strictObject({
  of: z.string().min(1).describe('The strategy that is asked the question and its rewritings.'),
  chat: z.string().min(1).describe('What rewrites the questions: an entry of `chats`.'),
  queries: z.int().min(1).max(16).default(3).describe('How many rewritings, beside the question itself.'),
  k: z.number().positive().max(1e6).default(60).describe('The constant of the reciprocal rank fusion.'),
  candidates: z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe('How many hits of each ranking are fused, whatever is asked for: what lies deeper is never returned.'),
})

/** The question in several wordings, each asked for itself, and the rankings fused by reciprocal ranks. */
export const multiQuery: StrategyType<z.infer<typeof multiQuerySchema>> = {
  summary:
    'The question as a chat model words it anew, several times, asked of another strategy; the rankings are fused.',
  schema: multiQuerySchema,
  external: false,
  parts: ({ of }) => [of],
  models: ({ chat }) => ({ chat }),
  async build({ of, chat, ...settings }, context) {
    return multiQueryRetriever({ ...settings, name: of, part: await context.part(of), chat: await context.chat(chat) })
  },
}

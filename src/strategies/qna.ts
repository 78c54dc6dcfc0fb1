import { z } from 'zod'
import { mappingRetriever } from './mapped/retriever.ts'
import { questionChunks } from './qna/question-chunks.ts'
import type { StrategyType } from './strategy.ts'

const qnaSchema = z.strictObject({
  of: z.string().min(1).describe('The strategy that searches the generated questions: of its type, with its settings.'),
  chat: z.string().min(1).describe('What writes the questions: an entry of `chats`.'),
  questions: z.int().min(1).max(20).default(3).describe('How many questions are written for each chunk.'),
})

/**
 * Questions that each chunk answers are generated and searched instead of the chunks; a question that is found stands for its
 * chunk. After doc2query (Nogueira, Yang, Lin and Cho, "Document Expansion by Query Prediction", 2019), the questions alone.
 */
export const qna: StrategyType<z.infer<typeof qnaSchema>> = {
  summary: 'Questions that a chat model writes for each chunk are searched; one that is found stands for its chunk.',
  schema: qnaSchema,
  external: false,
  parts: ({ of }) => [of],
  models: ({ chat }) => ({ chat }),
  async build({ of, chat, questions }, context) {
    const chunks = await context.chunks()
    const { name, signal } = context
    const notice = (line: string) => context.notice(`${name}: ${line}`)
    const generated = await questionChunks(chunks, { chat: await context.chat(chat), questions, signal, notice })
    const part = await context.partOver(of, [...generated.keys()])
    return mappingRetriever(part, new Map(Array.from(generated, ([{ id }, chunk]) => [id, chunk])))
  },
}

import { z } from 'zod'
import { expressionSchema } from './expression.ts'

const field = (what: string, names: string) =>
  expressionSchema.optional().describe(`${what}. Default: ${names}, in the hit or in its \`metadata\`.`)

/** Where an engine's answer has its hits, and what they are in the knowledge base. Expressions are JMESPath. */
export const hitsSchema = z.strictObject({
  list: expressionSchema
    .optional()
    .describe('The list of hits in an answer. Default: the answer itself, or its `hits`, `results`, `documents`, ...'),
  id: field("A hit's id, which tells it from the others", '`id`, `_id`'),
  path: field('The path of its file', '`path`, `file`, `source`, ...'),
  startLine: field('Its first line, from 1', '`startLine`, `start_line`, the first of `lines`'),
  endLine: field('Its last line, inclusive', '`endLine`, `end_line`, the last of `lines`'),
  document: field('The id of its document, where that has no path', '`document`, `document_id`, ...'),
  score: field('Its score', '`score`, `_score`, ...'),
  text: field('Its text', '`text`, `content`, ...'),
  mapping: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A file that says what ids stand for: JSON Lines or CSV with `id`, `path` and, for pieces, `startLine` and `endLine`.',
    ),
  stripPrefix: z
    .string()
    .min(1)
    .optional()
    .describe('What paths begin with before the part that the knowledge base knows.'),
  scores: z.enum(['higher', 'lower']).default('higher').describe('Which scores are better. `lower` is for distances.'),
  order: z
    .enum(['score', 'engine'])
    .default('score')
    .describe(
      "What ranks hits: their scores, or the order that the engine gave them in. Without scores it is the engine's order.",
    ),
  outside: z
    .enum(['error', 'keep'])
    .default('error')
    .describe(
      'What a question is whose hits are all outside the knowledge base: an error, or a ranking in which nothing is relevant.',
    ),
})

export type HitsSettings = z.output<typeof hitsSchema>

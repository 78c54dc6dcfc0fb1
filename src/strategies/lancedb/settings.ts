import { z } from 'zod'
import { engineShape } from '../engine/settings.ts'
import { indexShape } from '../loading/index-settings.ts'

const indexSchema = z.strictObject({
  ...indexShape,
  language: z
    .string()
    .regex(/^[A-Z][a-z]+$/, { error: 'the name of a language in English, such as `English`' })
    .default('English')
    .describe('The language whose words are stemmed and whose stop words are left out.'),
})

export const lancedbSchema = z
  .strictObject({
    uri: z
      .string()
      .min(1)
      .describe('The folder of the database, relative to the config, or an address such as `s3://bucket/path`.'),
    table: z.string().min(1).optional().describe('A table that is there already.'),
    index: indexSchema.optional().describe('Loads the knowledge base into a table, instead of `table`.'),
    search: z
      .enum(['vector', 'text', 'hybrid'])
      .default('vector')
      .describe('What is searched: vectors, words (BM25), or both, by reciprocal ranks.'),
    embedder: z
      .string()
      .min(1)
      .optional()
      .describe('What makes the vectors: of questions, and with `index` of the knowledge base.'),
    vectorColumn: z
      .string()
      .min(1)
      .optional()
      .describe('The column of vectors in `table`. Default: the only one there is.'),
    textColumn: z
      .string()
      .min(1)
      .optional()
      .describe('The column with a full-text index in `table`. Default: all that have one.'),
    distance: z
      .enum(['cosine', 'dot', 'l2'])
      .optional()
      .describe('How vectors in `table` are compared. Default: `cosine`.'),
    where: z.string().min(1).optional().describe('Which rows may be found: a condition in SQL.'),
    ...engineShape,
  })
  .superRefine(({ table, index, search, embedder, ...own }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (table === undefined && index === undefined)
      issue('table', 'give `table`, or `index` to have the knowledge base loaded')
    if (table !== undefined && index !== undefined) issue('table', 'give either `table` or `index`')
    if (search !== 'text' && embedder === undefined) issue('embedder', `\`search: ${search}\` needs an \`embedder\``)
    if (search === 'text' && embedder !== undefined) issue('embedder', '`search: text` uses no vectors')
    for (const key of ['vectorColumn', 'textColumn', 'distance'] as const) {
      if (index !== undefined && own[key] !== undefined) issue(key, `\`${key}\` goes with \`table\``)
    }
  })

export type LancedbSettings = z.output<typeof lancedbSchema>
export type LancedbIndex = z.output<typeof indexSchema>

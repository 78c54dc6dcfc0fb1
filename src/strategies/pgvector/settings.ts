import { z } from 'zod'
import { variableSchema } from '../../config/variable-schema.ts'
import { engineShape } from '../engine/settings.ts'
import { indexShape } from '../loading/index-settings.ts'
import { statementOf } from './named-parameters.ts'

const hnsw = z.strictObject({
  m: z.int().min(2).max(100).default(16).describe('Neighbours of a vector in the graph.'),
  efConstruction: z.int().min(4).max(1000).default(64).describe('Candidates while the graph is built.'),
  efSearch: z.int().min(1).max(1000).default(100).describe('Candidates while it is searched.'),
})

const indexSchema = z.strictObject({
  ...indexShape,
  language: z
    .string()
    .regex(/^[a-z_]+$/, { error: 'the name of a text search configuration of PostgreSQL, such as `english`' })
    .default('english')
    .describe('The text search configuration of PostgreSQL that makes words of texts; `simple` stems nothing.'),
  hnsw: hnsw
    .optional()
    .describe('An approximate index over the vectors. Default: none, every vector is compared, which is exact.'),
})

const variable = variableSchema()
const session = z.record(z.string().regex(/^[a-z_][a-z0-9_.]*$/), z.union([z.string(), z.number(), z.boolean()]))

export const pgvectorSchema = z
  .strictObject({
    urlEnv: variable
      .default('DATABASE_URL')
      .describe('The environment variable with the address: `postgres://user:password@host:5432/database`.'),
    sql: z
      .string()
      .min(1)
      .optional()
      .describe(
        'One statement, whose rows are the hits: `:query` is the question, `:vector` its vector, `:k` how many are wanted, `:table` what `index` loaded.',
      ),
    search: z
      .enum(['vector', 'text', 'hybrid'])
      .optional()
      .describe(
        'With `index` and without `sql`: what is searched. `hybrid` is both, by reciprocal ranks. Default: `vector`.',
      ),
    embedder: z
      .string()
      .min(1)
      .optional()
      .describe('What makes the vectors: of questions, and with `index` of the knowledge base.'),
    session: session
      .default({})
      .describe('Settings of PostgreSQL for its connections: `{ hnsw.ef_search: 200, search_path: kb }`.'),
    index: indexSchema
      .optional()
      .describe('Loads the knowledge base into a table. Default: what is there already is searched.'),
    ...engineShape,
  })
  .superRefine((settings, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const { sql, index, search, embedder } = settings
    if (sql === undefined) {
      if (index === undefined)
        issue('sql', 'give `sql` for tables of your own, or `index` to have the knowledge base loaded')
      else if (search !== 'text' && embedder === undefined)
        issue('embedder', `\`search: ${search ?? 'vector'}\` needs an \`embedder\``)
      else if (search === 'text' && embedder !== undefined) issue('embedder', '`search: text` uses no vectors')
      if (index === undefined && search !== undefined) issue('search', '`search` goes with `index`')
      return
    }
    if (search !== undefined) issue('search', 'give either `search` or `sql`')
    const { names } = statementOf(sql)
    const known = ['query', 'vector', 'k', ...(index === undefined ? [] : ['table'])]
    for (const name of names.filter((one) => !known.includes(one))) {
      const hint =
        name === 'table'
          ? '`:table` is what `index` loads, and there is no `index`'
          : `known are ${known.map((one) => `\`:${one}\``).join(', ')}`
      issue('sql', `\`:${name}\` is no parameter; ${hint}`)
    }
    if (!names.includes('query') && !names.includes('vector'))
      issue('sql', 'the question is nowhere in it: use `:query` or `:vector`')
    if (index !== undefined && !names.includes('table'))
      issue('sql', 'what `index` loads is nowhere in it: use `:table`')
    if (names.includes('vector') && embedder === undefined) issue('sql', '`:vector` needs an `embedder`')
    if (!names.includes('vector') && embedder !== undefined) issue('embedder', 'there is no `:vector` in the `sql`')
  })

export type PgvectorSettings = z.output<typeof pgvectorSchema>
export type PgvectorIndex = z.output<typeof indexSchema>

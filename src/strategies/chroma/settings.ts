import { z } from 'zod'
import { engineShape } from '../engine/settings.ts'
import { headersSchema, urlSchema } from '../http/settings.ts'
import { indexShape } from '../loading/index-settings.ts'

const hnsw = z.strictObject({
  maxNeighbors: z.int().min(2).max(1000).default(32).describe('Neighbours of a vector in the graph.'),
  efConstruction: z.int().min(4).max(10_000).default(200).describe('Candidates while the graph is built.'),
  efSearch: z.int().min(1).max(100_000).default(500).describe('Candidates while it is searched.'),
})

const indexSchema = z.strictObject({
  ...indexShape,
  hnsw: hnsw
    .prefault({})
    .describe('The index over the vectors. It is approximate: more candidates find more of the nearest.'),
})

const filter = z.record(z.string(), z.unknown())

export const chromaSchema = z
  .strictObject({
    url: urlSchema.default('http://127.0.0.1:8000').describe('The address of the server.'),
    headers: headersSchema,
    tenant: z.string().min(1).default('default_tenant').describe('The tenant.'),
    database: z.string().min(1).default('default_database').describe('The database.'),
    collection: z.string().min(1).optional().describe('A collection that is there already.'),
    index: indexSchema.optional().describe('Loads the knowledge base into a collection, instead of `collection`.'),
    embedder: z
      .string()
      .min(1)
      .describe('What makes the vectors: of questions, and with `index` of the knowledge base.'),
    where: filter.optional().describe("Which records may be found, by their metadata: Chroma's `where`."),
    whereDocument: filter.optional().describe("Which records may be found, by their text: Chroma's `where_document`."),
    ...engineShape,
  })
  .superRefine(({ collection, index }, context) => {
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['collection'], message })
    if (collection === undefined && index === undefined)
      issue('give `collection`, or `index` to have the knowledge base loaded')
    if (collection !== undefined && index !== undefined) issue('give either `collection` or `index`')
  })

export type ChromaSettings = z.output<typeof chromaSchema>
export type ChromaIndex = z.output<typeof indexSchema>

import { z } from 'zod'

/** Settings of `index:` that every engine has. To be spread into a schema. */
export const indexShape = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{2,31}$/, { error: '3 to 32 small letters, digits and underscores, a letter first' })
    .default('retrieval_gate')
    .describe('What the names of its tables or collections begin with. Nothing else may begin so: it is removed.'),
  keep: z
    .int()
    .min(2)
    .max(10_000)
    .default(4)
    .describe('Loaded states of the knowledge base that stay for later runs: those that were used last.'),
  dimensions: z.int().min(1).max(16_000).optional().describe("Length of a vector. Default: the embedder's own."),
  batch: z.int().min(1).max(10_000).default(500).describe('Pieces that are embedded and sent at once.'),
}

const indexSettings = z.object(indexShape)

export type IndexSettings = z.output<typeof indexSettings>

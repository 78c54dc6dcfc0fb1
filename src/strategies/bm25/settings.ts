import { z } from 'zod'

const weight = z.number().nonnegative()

/** The settings of a `bm25` strategy, with their defaults. */
export const bm25Schema = z.strictObject({
  k1: z.number().nonnegative().default(1.2).describe('How soon further occurrences of a term stop counting.'),
  b: z.number().min(0).max(1).default(0.75).describe('How much a long chunk is marked down: 0 not at all, 1 in full.'),
  fields: z
    .strictObject({ path: weight.default(1), heading: weight.default(1), body: weight.default(1) })
    .prefault({})
    .describe('What an occurrence counts in the path, in the headings above (or the title), and in the text itself.'),
  stemming: z.boolean().default(true).describe('Reduce English words to their stems.'),
  stopWords: z.boolean().default(true).describe('Leave out English stop words.'),
})

export type Bm25Settings = z.infer<typeof bm25Schema>

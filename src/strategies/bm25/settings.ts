import { z } from 'zod'

/** Beyond these, counts leave single precision and scores come out as zero or not a number. */
const SMALLEST_WEIGHT = 0.001
const LARGEST_WEIGHT = 1000
const LARGEST_K1 = 1000

const weight = z
  .number()
  .nonnegative()
  .max(LARGEST_WEIGHT)
  .refine((value) => value === 0 || value >= SMALLEST_WEIGHT, {
    message: `expected 0, or a number from ${SMALLEST_WEIGHT} to ${LARGEST_WEIGHT}`,
  })

const fields = z
  .strictObject({ path: weight.default(1), heading: weight.default(1), body: weight.default(1) })
  .refine(({ path, heading, body }) => path + heading + body > 0, {
    message: 'expected a weight above 0 for path, heading or body: with 0 for all, nothing is found',
  })

/** The settings of a `bm25` strategy, with their defaults. */
export const bm25Schema = z.strictObject({
  k1: z
    .number()
    .nonnegative()
    .max(LARGEST_K1)
    .default(1.2)
    .describe('How soon further occurrences of a term stop counting.'),
  b: z.number().min(0).max(1).default(0.75).describe('How much a long chunk is marked down: 0 not at all, 1 in full.'),
  fields: fields
    .prefault({})
    .describe('What an occurrence counts in the path, in the headings above (or the title), and in the text itself.'),
  stemming: z.boolean().default(true).describe('Reduce English words to their stems.'),
  stopWords: z.boolean().default(true).describe('Leave out English stop words.'),
  expand: z
    .enum(['none', 'rm3'])
    .default('none')
    .describe('Search a second time, with the terms that the first hits have in common added to the question (RM3).'),
  feedback: z
    .strictObject({
      chunks: z.int().min(1).max(1000).default(10).describe('How many of the first hits are read.'),
      terms: z.int().min(1).max(1000).default(10).describe('How many of their terms are taken.'),
      questionWeight: z.number().min(0).max(1).default(0.5).describe('The share of the question in the second search.'),
    })
    .prefault({})
    .describe('What `expand: rm3` reads and adds.'),
})

export type Bm25Settings = z.infer<typeof bm25Schema>

import { z } from 'zod'
import type { AnalysisSettings } from '../analysis/terms-of-token.ts'

/** How a built-in model reads words, where its type's name stands for it. */
export const ENGLISH: AnalysisSettings = { stemming: true, stopWords: true }

/** The same as the keys of an entry of `embedders:` or `rerankers:`. */
export const wordSchema = z.strictObject({
  stemming: z.boolean().default(ENGLISH.stemming).describe('Reduce English words to their stems.'),
  stopWords: z.boolean().default(ENGLISH.stopWords).describe('Leave out English stop words.'),
})

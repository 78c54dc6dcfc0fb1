import { z } from 'zod'
import type { Config } from './config.ts'

const INCLUDE = ['**/*.md', '**/*.mdx', '**/*.markdown', '**/*.txt', '**/*.rst', '**/*.adoc']
const EXCLUDE = ['**/node_modules/**']
const MAX_BYTES = 1_000_000

const path = z.string().min(1)

/** One object and not a union of two: what a mistyped key was meant to be can then be told. */
export const documentsSchema = z
  .strictObject({
    include: z.array(path).min(1).optional().meta({ default: INCLUDE }).describe('Globs of the files to search.'),
    exclude: z.array(path).optional().meta({ default: EXCLUDE }).describe('Globs of the files to leave out.'),
    maxBytes: z.int().min(1).optional().meta({ default: MAX_BYTES }).describe('Larger files are skipped and counted.'),
    beir: path
      .optional()
      .describe(
        'Path of a BEIR `corpus.jsonl`: records with an id take the place of files, and of the other keys here.',
      ),
  })
  .refine(({ beir, ...files }) => beir === undefined || Object.keys(files).length === 0, {
    error: '`beir` stands alone: a record collection has no files to include, exclude or skip',
  })
  .transform(({ include = INCLUDE, exclude = EXCLUDE, maxBytes = MAX_BYTES, beir }): Config['documents'] =>
    beir === undefined ? { include, exclude, maxBytes } : { beir },
  )
  .describe('The knowledge base: files by glob, or the records of a BEIR collection (`beir: corpus.jsonl`).')

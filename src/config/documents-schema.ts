import { z } from 'zod'
import type { Config, OtherRepository } from './config.ts'
import { innerPathSchema, refSchema, repositorySchema } from './repository-schema.ts'

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
    repository: repositorySchema.optional(),
    ref: refSchema.optional(),
    path: innerPathSchema.optional(),
    beir: path
      .optional()
      .describe(
        'Path of a BEIR `corpus.jsonl`: records with an id take the place of files, and of the other keys here.',
      ),
  })
  .refine(({ beir, ...files }) => beir === undefined || Object.keys(files).length === 0, {
    error: '`beir` stands alone: a record collection has no files to include, exclude or skip',
  })
  .refine(
    ({ repository, ref, path: inner }) => repository !== undefined || (ref === undefined && inner === undefined),
    {
      error: '`ref` and `path` are of another repository: name it with `repository: owner/name`',
    },
  )
  .transform(({ include = INCLUDE, exclude = EXCLUDE, maxBytes = MAX_BYTES, beir, ...other }): Config['documents'] =>
    beir === undefined ? { include, exclude, maxBytes, ...from(other) } : { beir },
  )
  .describe(
    'The knowledge base: files by glob, here or in another repository, or the records of a BEIR collection (`beir: corpus.jsonl`).',
  )

interface Other {
  readonly repository?: string | undefined
  readonly ref?: string | undefined
  readonly path?: string | undefined
}

function from({ repository, ref, path: folder }: Other): { from?: OtherRepository } {
  if (repository === undefined) return {}
  return { from: { repository, ...(ref !== undefined && { ref }), ...(folder !== undefined && { folder }) } }
}

import { z } from 'zod'

/** How documents are cut; `by` keeps no default here because it depends on the kind of documents. */
export function chunkingSchema(chunkers: readonly string[]) {
  return z
    .strictObject({
      by: by(chunkers)
        .optional()
        .describe('How documents are cut. Default: `heading`; with `documents.beir`: `document`.'),
      maxTokens: maxTokens().default(256).describe('The most tokens a chunk may have.'),
      overlap: overlap().default(DEFAULT_OVERLAP).describe('Tokens that a chunk repeats of the one before it.'),
    })
    .check(overlapFits)
    .describe('How documents are cut into chunks; a strategy may override it.')
}

/** A strategy's own chunking: what it leaves out is the config's. */
export function chunkingOverrideSchema(chunkers: readonly string[]) {
  return z
    .strictObject({
      by: by(chunkers).optional().describe('How documents are cut for this strategy.'),
      maxTokens: maxTokens().optional().describe('The most tokens a chunk may have.'),
      overlap: overlap().optional().describe('Tokens that a chunk repeats of the one before it.'),
    })
    .describe('Overrides the chunking for this strategy; what is left out is as in the top-level `chunking`.')
}

const DEFAULT_OVERLAP = 32

const by = (chunkers: readonly string[]) => z.enum(chunkers as [string, ...string[]])
const maxTokens = () => z.int().min(1).max(1_000_000)
const overlap = () => z.int().min(0).max(1_000_000)

type Sizes = { readonly maxTokens: number; readonly overlap: number }

function overlapFits(context: z.core.ParsePayload<Sizes>): void {
  const found = context.issues.length > 0 ? undefined : overlapProblem(context.value)
  if (found === undefined) return
  context.issues.push({ code: 'custom', message: found, path: ['overlap'], input: context.value.overlap })
}

/** A chunk must bring something new: why these two sizes do not go together, or `undefined`. */
export function overlapProblem({ maxTokens, overlap }: Sizes): string | undefined {
  if (overlap < maxTokens) return undefined
  return `an overlap of ${overlap} tokens leaves no room in chunks of at most ${maxTokens}; make it smaller than \`maxTokens\` (left out, it is ${DEFAULT_OVERLAP})`
}

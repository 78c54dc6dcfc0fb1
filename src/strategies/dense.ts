import { z } from 'zod'
import type { BuiltInEmbedder } from '../models/embedder.ts'
import { builtInEmbedders } from '../models/embedder-registry.ts'
import { kernelRows } from './dense/kernel-products.ts'
import { DenseRetriever } from './dense/retriever.ts'
import { comparePlaces } from './hit-order.ts'
import { passageText } from './passage-text.ts'
import type { StrategyType } from './strategy.ts'

const builtIn: Readonly<Record<string, BuiltInEmbedder>> = builtInEmbedders
const names = Object.keys(builtIn)

const denseSchema = z
  .strictObject({
    embedder: z
      .string()
      .min(1)
      .default('hashing')
      .describe(
        `What turns text into a vector: an entry of \`embedders\`, or ${names.map((name) => `\`${name}\`: ${builtIn[name]!.summary}`).join(' ')}`,
      ),
    dimensions: z
      .int()
      .min(8)
      .optional()
      .describe(`Length of a vector. Default: ${lengths(({ dimensions }) => dimensions)}.`),
  })
  .refine(
    ({ embedder, dimensions = 0 }) => dimensions <= (builtIn[embedder]?.mostDimensions ?? Number.POSITIVE_INFINITY),
    {
      path: ['dimensions'],
      error: `at most ${lengths(({ mostDimensions }) => mostDimensions)}`,
    },
  )

function lengths(of: (embedder: BuiltInEmbedder) => number): string {
  return names.map((name) => `${of(builtIn[name]!)} for \`${name}\``).join(', ')
}

/** Vector search: exact, over whatever vectors the embedder makes. */
export const dense: StrategyType<z.infer<typeof denseSchema>> = {
  summary: 'Vector search, exact. It sees what its embedder sees; none of the built-in ones knows what a word means.',
  schema: denseSchema,
  external: false,
  parts: () => [],
  models: ({ embedder }) => ({ embedder }),
  async build({ embedder: name, dimensions }, context) {
    const embedder = await context.embedder(name)
    const chunks = (await context.chunks()).toSorted(comparePlaces)
    const { signal, progress } = context
    const embedded = await embedder.index(chunks.map(passageText), {
      signal,
      progress: (done, total) => progress(done, total),
      rows: kernelRows,
      ...(dimensions === undefined ? {} : { dimensions }),
    })
    return new DenseRetriever(chunks, embedded)
  },
}

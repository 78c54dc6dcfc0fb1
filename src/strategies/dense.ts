import { z } from 'zod'
import type { Chunk } from '../model.ts'
import type { Embedder } from '../models/embedder.ts'
import { embedders } from '../models/embedder-registry.ts'
import { DenseRetriever } from './dense/retriever.ts'
import { comparePlaces } from './hit-order.ts'
import type { StrategyType } from './strategy.ts'

const names = Object.keys(embedders) as (keyof typeof embedders)[]

const denseSchema = z
  .strictObject({
    embedder: z
      .enum(names)
      .default('hashing')
      .describe(
        `What turns text into a vector. ${names.map((name) => `\`${name}\`: ${embedders[name].summary}`).join(' ')}`,
      ),
    dimensions: z
      .int()
      .min(8)
      .optional()
      .describe(`Length of a vector. Default: ${lengths(({ dimensions }) => dimensions)}.`),
  })
  .refine(({ embedder, dimensions = 0 }) => dimensions <= embedders[embedder].mostDimensions, {
    path: ['dimensions'],
    error: `at most ${lengths(({ mostDimensions }) => mostDimensions)}`,
  })

function lengths(of: (embedder: Embedder) => number): string {
  return names.map((name) => `${of(embedders[name])} for \`${name}\``).join(', ')
}

/** Vector search: exact, over whatever vectors the embedder makes. */
export const dense: StrategyType<z.infer<typeof denseSchema>> = {
  summary: 'Vector search, exact. It sees what its embedder sees; none of the built-in ones knows what a word means.',
  schema: denseSchema,
  external: false,
  parts: () => [],
  async build({ embedder: name, dimensions }, context) {
    const embedder: Embedder = embedders[name]
    const chunks = (await context.chunks()).toSorted(comparePlaces)
    const { signal, progress } = context
    const embedded = await embedder.index(chunks.map(textOf), {
      signal,
      progress: (done, total) => progress(done, total),
      ...(dimensions === undefined ? {} : { dimensions }),
    })
    return new DenseRetriever(chunks, embedded)
  },
}

/** What stands above a chunk is part of what it is about. */
function textOf({ path, headings, text }: Chunk): string {
  return [...(path === undefined ? [] : [path]), ...headings, text].join('\n')
}

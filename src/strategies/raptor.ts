import { z } from 'zod'
import { kernelRows } from './dense/kernel-products.ts'
import { VectorIndex } from './dense/vector-index.ts'
import { comparePlaces } from './hit-order.ts'
import { passageText } from './passage-text.ts'
import { raptorRetriever } from './raptor/retriever.ts'
import { extractiveSummaries, generatedSummaries } from './raptor/summaries.ts'
import { summaryTree } from './raptor/summary-tree.ts'
import type { StrategyType } from './strategy.ts'

const raptorSchema = z.strictObject({
  of: z
    .string()
    .min(1)
    .describe('The strategy that searches chunks and summaries together: of its type, with its settings.'),
  embedder: z
    .string()
    .min(1)
    .default('hashing')
    .describe('What groups the texts by: an entry of `embedders`, or `hashing`, or `lsa`.'),
  chat: z
    .string()
    .min(1)
    .optional()
    .describe(
      'What writes the summaries: an entry of `chats`. Without it, they are made of sentences of the texts (SumBasic).',
    ),
  clusterSize: z.int().min(2).max(64).default(8).describe('Texts under one summary at most.'),
  levels: z.int().min(1).max(8).default(3).describe('Levels of summaries at most.'),
  maxTokens: z.int().min(16).max(2048).default(160).describe('Tokens of a summary at most.'),
  leaves: z.int().min(1).max(64).default(2).describe('How many of the chunks under it a found summary stands for.'),
})

/** Said wherever the score is shown: it is not that of the method as it was published. */
const EXTRACTS = 'its summaries are sentences of the texts (SumBasic), since no `chat` writes them'

/**
 * Recursive summaries: near texts are grouped, each group summarised, near groups grouped again; chunks and summaries of all
 * levels are searched together (the "collapsed tree" of Sarthi and others, "RAPTOR", ICLR 2024). A summary that is found
 * stands for those chunks under it that are nearest to the question. Other than in the paper, groups do not overlap, and all
 * levels follow from the vectors of the chunks: what a model writes moves nothing, and little is written anew after a change.
 */
export const raptor: StrategyType<z.infer<typeof raptorSchema>> = {
  summary:
    'Chunks and, level by level, summaries of groups of them, searched together; a found summary stands for chunks.',
  schema: raptorSchema,
  external: false,
  parts: ({ of }) => [of],
  models: ({ embedder, chat }) => ({ embedder, chat }),
  async build({ of, embedder, chat, clusterSize, levels, maxTokens, leaves }, context) {
    const { signal, progress, name, notice } = context
    if (chat === undefined) notice(`${name}: ${EXTRACTS}`)
    const chunks = (await context.chunks()).toSorted(comparePlaces)
    const { vectors, embed } = await (await context.embedder(embedder)).index(chunks.map(passageText), {
      signal,
      progress: (done, total) => progress(done, total),
      rows: kernelRows,
    })
    const summarise =
      chat === undefined
        ? extractiveSummaries(maxTokens)
        : generatedSummaries(await context.chat(chat), maxTokens, signal)
    const index = new VectorIndex(vectors)
    const tree = await summaryTree(chunks, index, { clusterSize, levels, summarise, signal })
    const part = await context.partOver(of, [...chunks, ...tree.map(({ summary }) => summary)])
    return raptorRetriever({ part, chunks, tree, index, embed, leaves })
  },
}

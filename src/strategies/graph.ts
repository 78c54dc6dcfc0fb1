import { UserError } from '../errors.ts'
import { graphRetriever } from './graph/retriever.ts'
import { type GraphSettings, graphSchema } from './graph/settings.ts'
import type { StrategyType } from './strategy.ts'

/** Another strategy's hits with what is tied to them in a graph of the knowledge base. */
export const graph: StrategyType<GraphSettings> = {
  summary:
    'The first hits of another strategy and what they call, import, inherit from, link to or share rare terms with, ' +
    'read from syntax trees and texts; with `chat`, also what names the same things.',
  schema: graphSchema,
  external: false,
  parts: ({ of }) => [of],
  models: ({ chat }) => ({ chat }),
  async build(settings, context) {
    const { of, chat: writer } = settings
    const chunks = await context.partChunks(of)
    if (chunks === null)
      throw new UserError({
        what: `strategy \`${context.name}\` cannot build a graph over \`${of}\``,
        expected: 'a strategy whose chunks are known here',
        found: `\`${of}\` searches outside this process`,
        hint: 'name a built-in strategy under `of`',
      })
    const indexOf = new Map(chunks.map(({ id }, index) => [id, index]))
    const chat = writer === undefined ? undefined : await context.chat(writer)
    const { memory, signal } = context
    // With it comes the parser of code.
    const { buildTies } = await import('./graph/build-ties.ts')
    const ties = await buildTies(chunks, { memory, signal, chat })
    return graphRetriever({ settings, part: await context.part(of), chunks, indexOf, ties })
  },
}

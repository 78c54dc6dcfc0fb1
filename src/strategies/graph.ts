import { UserError } from '../errors.ts'
import { buildTies } from './graph/build-ties.ts'
import { graphRetriever } from './graph/retriever.ts'
import { type GraphSettings, graphSchema } from './graph/settings.ts'
import type { StrategyType } from './strategy.ts'

/** Another strategy's hits with what is tied to them in a graph of the knowledge base. */
export const graph: StrategyType<GraphSettings> = {
  summary:
    'The first hits of another strategy and what they call, import, inherit from, link to or share rare terms with, ' +
    'read from syntax trees and texts, without a model.',
  schema: graphSchema,
  external: false,
  parts: ({ of }) => [of],
  async build(settings, context) {
    const { of } = settings
    const chunks = await context.partChunks(of)
    if (chunks === null)
      throw new UserError({
        what: `strategy \`${context.name}\` cannot build a graph over \`${of}\``,
        expected: 'a strategy whose chunks are known here',
        found: `\`${of}\` searches outside this process`,
        hint: 'name a built-in strategy under `of`',
      })
    const indexOf = new Map(chunks.map(({ id }, index) => [id, index]))
    const ties = await buildTies(chunks, context.signal)
    return graphRetriever({ settings, part: await context.part(of), chunks, indexOf, ties })
  },
}

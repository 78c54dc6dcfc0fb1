import { documentOf } from '../document-of.ts'
import type { Hit } from '../model.ts'
import { hybridRetriever } from './hybrid/retriever.ts'
import { type HybridSettings, hybridSchema, weightsOf } from './hybrid/settings.ts'
import { minMaxScores, reciprocalRanks } from './hybrid/shares.ts'
import type { BuildContext, StrategyType } from './strategy.ts'

/** Several strategies' rankings made one. */
export const hybrid: StrategyType<HybridSettings> = {
  summary: 'The rankings of several strategies fused: their scores weighted, or reciprocal rank fusion.',
  schema: hybridSchema,
  external: false,
  parts: ({ of }) => of,
  async build(settings, context) {
    const { of, fusion, k, candidates } = settings
    const weights = weightsOf(settings)
    const retrievers = await Promise.all(of.map((name) => context.part(name)))
    return hybridRetriever({
      parts: of.map((name, index) => ({ name, retriever: retrievers[index]!, weight: weights[index]! })),
      sharesOf: fusion === 'rrf' ? reciprocalRanks(k) : minMaxScores,
      keyOf: (await shareChunks(of, context)) ? chunkOf : documentOf,
      candidates,
    })
  },
}

function chunkOf({ id }: Hit): string {
  return id
}

/** Whether the parts return the same chunks, so that one's hit can be another's. */
async function shareChunks(parts: readonly string[], context: BuildContext): Promise<boolean> {
  const [first, ...others] = await Promise.all(parts.map((name) => context.partChunks(name)))
  return first !== null && others.every((chunks) => chunks === first)
}

import type { ChunkingConfig } from '../knowledge/chunking.ts'
import type { BuildContext, Retriever, StrategyType } from '../strategies/strategy.ts'

type Types = Readonly<Record<string, StrategyType<unknown>>>

interface Pooled {
  readonly retriever: Retriever
  /** The chunkings that it asked for while it was built. */
  readonly chunkings: readonly (ChunkingConfig | undefined)[]
}

/** Strategies built over the knowledge base by fingerprint, so that settings that do not differ in one share it. */
export class StrategyPool {
  readonly #pooled = new Map<string, Pooled>()

  /** The same types, but what is built already is not built again. `fingerprints`: strategy -> all that it depends on. */
  types(types: Types, fingerprints: ReadonlyMap<string, string>): Types {
    const pooling = (type: StrategyType<unknown>): StrategyType<unknown> => ({
      ...type,
      build: (settings, context) => this.#build(type, settings, context, fingerprints.get(context.name)!),
    })
    return Object.fromEntries(Object.entries(types).map(([name, type]) => [name, pooling(type)]))
  }

  /** Closes and forgets all but these. */
  async keepOnly(fingerprints: ReadonlySet<string>): Promise<void> {
    const gone = [...this.#pooled].filter(([fingerprint]) => !fingerprints.has(fingerprint))
    for (const [fingerprint] of gone) this.#pooled.delete(fingerprint)
    await Promise.allSettled(gone.map(async ([, { retriever }]) => retriever.close?.()))
  }

  async #build(
    type: StrategyType<unknown>,
    settings: unknown,
    context: BuildContext,
    fingerprint: string,
  ): Promise<Retriever> {
    const known = this.#pooled.get(fingerprint)
    if (known !== undefined) {
      // Whoever builds notes which chunks a strategy has.
      for (const chunking of known.chunkings) await context.chunks(chunking)
      return known.retriever
    }
    const chunkings: (ChunkingConfig | undefined)[] = []
    const noting: BuildContext = {
      ...context,
      chunks(chunking) {
        chunkings.push(chunking)
        return context.chunks(chunking)
      },
    }
    const retriever = await type.build(settings, noting)
    this.#pooled.set(fingerprint, { retriever, chunkings })
    return retriever
  }
}

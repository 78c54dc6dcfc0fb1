import type { Held } from '../../strategies/loading/shelf.ts'
import type { OpenedPlace } from './open-places.ts'

/** One state, as it is shown. */
export interface ListedState {
  readonly name: string
  readonly pieces: number
  /** The name of what made its vectors; null for none. */
  readonly embedder: string | null
  /** Those of the config that would use it, if the pieces were theirs. */
  readonly strategies: readonly string[]
  /** Whole seconds since a run began to use it. */
  readonly idleSeconds: number
  /** A run uses it at this moment. */
  readonly inUse: boolean
  /** It has the pieces of this checkout, for one of its strategies. */
  readonly thisCheckout: boolean
}

export interface ListedPlace {
  readonly title: string
  readonly strategies: readonly string[]
  /** The last used first. */
  readonly states: readonly ListedState[]
  /** States of strategies that were not asked for. */
  readonly others: number
}

/** What stands in a place. `corpora` tells by the name of a strategy what the pieces of this checkout are. */
export async function listedPlace(
  { title, shelf, kinds }: OpenedPlace,
  corpora: ReadonlyMap<string, string>,
  ownOnly: boolean,
  signal: AbortSignal,
): Promise<ListedPlace> {
  const all = (await shelf.list(signal)).map((held) => stateOf(held, kinds, corpora))
  const states = ownOnly ? all.filter(({ strategies }) => strategies.length > 0) : all
  return { title, strategies: [...kinds.keys()], states, others: all.length - states.length }
}

function stateOf(
  { name, pieces, embedder, kind, corpus, idle, inUse }: Held,
  kinds: OpenedPlace['kinds'],
  corpora: ReadonlyMap<string, string>,
): ListedState {
  const strategies = [...kinds].filter(([, one]) => one === kind).map(([strategy]) => strategy)
  return {
    ...{ name, pieces, strategies, inUse },
    embedder: embedder === '' ? null : embedder,
    idleSeconds: Math.round(idle),
    thisCheckout: strategies.some((strategy) => corpora.get(strategy) === corpus),
  }
}

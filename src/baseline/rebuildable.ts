import type { StrategyEntry } from '../strategies/build-strategies.ts'
import type { StrategyType } from '../strategies/strategy.ts'

export interface Rebuildable<T> {
  /** The strategies that can be built from the base's files alone. */
  readonly kept: Readonly<Record<string, T>>
  /** Names of those that reach something outside this process, themselves or through a part: it is not the base's. */
  readonly left: readonly string[]
}

/** Which strategies of the base can be evaluated here. Every type is known, and every part is a strategy. */
export function rebuildable<T extends StrategyEntry>(
  entries: Readonly<Record<string, T>>,
  types: Readonly<Record<string, StrategyType<unknown>>>,
): Rebuildable<T> {
  const reachesOut = (name: string): boolean => {
    const { type, settings } = entries[name]!
    return types[type]!.external || types[type]!.parts(settings).some(reachesOut)
  }
  const left = Object.keys(entries).filter(reachesOut)
  return { kept: Object.fromEntries(Object.entries(entries).filter(([name]) => !left.includes(name))), left }
}

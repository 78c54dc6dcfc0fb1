import type { StrategyEntry } from '../strategies/build-strategies.ts'
import type { StrategyType } from '../strategies/strategy.ts'

export interface Rebuildable<T> {
  /** The strategies that can be built from the base's files alone. */
  readonly kept: Readonly<Record<string, T>>
  /** Names of those that reach something outside this process that is not made of the files, themselves or through a part. */
  readonly left: readonly string[]
}

/**
 * Which strategies of the base can be evaluated here: those inside this process, and those that load the files into an engine.
 * Every type is known, and every part is a strategy.
 */
export function rebuildable<T extends StrategyEntry>(
  entries: Readonly<Record<string, T>>,
  types: Readonly<Record<string, StrategyType<unknown>>>,
): Rebuildable<T> {
  return without(entries, types, ({ external, loads }, settings) => external && loads?.(settings) !== true)
}

/** Which strategies ask nothing outside this process. */
export function withinProcess<T extends StrategyEntry>(
  entries: Readonly<Record<string, T>>,
  types: Readonly<Record<string, StrategyType<unknown>>>,
): Rebuildable<T> {
  return without(entries, types, ({ external }) => external)
}

function without<T extends StrategyEntry>(
  entries: Readonly<Record<string, T>>,
  types: Readonly<Record<string, StrategyType<unknown>>>,
  isLeft: (type: StrategyType<unknown>, settings: unknown) => boolean,
): Rebuildable<T> {
  const reachesOut = (name: string): boolean => {
    const { type, settings } = entries[name]!
    return isLeft(types[type]!, settings) || types[type]!.parts(settings).some(reachesOut)
  }
  const left = Object.keys(entries).filter(reachesOut)
  return { kept: Object.fromEntries(Object.entries(entries).filter(([name]) => !left.includes(name))), left }
}

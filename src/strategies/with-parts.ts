import type { StrategyEntry } from './build-strategies.ts'
import type { StrategyType } from './strategy.ts'

/** A strategy and what it is made of, in the order of the config: the others need not be built. */
export function withParts<Entry extends StrategyEntry>(
  entries: Readonly<Record<string, Entry>>,
  types: Readonly<Record<string, StrategyType<unknown>>>,
  name: string,
): Record<string, Entry> {
  const wanted = new Set<string>()
  const add = (one: string): void => {
    if (wanted.has(one)) return
    wanted.add(one)
    const { type, settings } = entries[one]!
    for (const part of types[type]!.parts(settings)) add(part)
  }
  add(name)
  return Object.fromEntries(Object.entries(entries).filter(([one]) => wanted.has(one)))
}

import type { IndexSize } from './strategy.ts'

/** What the building of one strategy took, without that of its parts. */
export interface OwnCost {
  /** Names of the strategies that it is made of. */
  readonly parts: readonly string[]
  readonly size: IndexSize | undefined
  readonly milliseconds: number | undefined
}

/** What it takes to have a strategy: its own index and those of its parts. */
export interface IndexCost {
  /** Null where a part of it lies outside this process. */
  readonly size: IndexSize | null
  /** Cutting documents is left out; null where nothing was timed. */
  readonly milliseconds: number | null
}

/** Sums up a strategy and all that it is made of, each once. A strategy of parts alone has no index of its own. */
export function wholeCost(name: string, costOf: (name: string) => OwnCost): IndexCost {
  const names = new Set<string>()
  const add = (one: string): void => {
    if (names.has(one)) return
    names.add(one)
    costOf(one).parts.forEach(add)
  }
  add(name)
  const costs = Array.from(names, costOf)
  return { size: sizeOf(costs), milliseconds: timeOf(costs) }
}

function sizeOf(costs: readonly OwnCost[]): IndexSize | null {
  let bytes = 0
  const counts: Record<string, number> = {}
  for (const { size, parts } of costs) {
    if (size === undefined && parts.length === 0) return null
    bytes += size?.bytes ?? 0
    for (const [unit, count] of Object.entries(size?.counts ?? {})) counts[unit] = (counts[unit] ?? 0) + count
  }
  return { bytes, counts }
}

function timeOf(costs: readonly OwnCost[]): number | null {
  let sum = 0
  for (const { milliseconds } of costs) {
    if (milliseconds === undefined) return null
    sum += milliseconds
  }
  return sum
}

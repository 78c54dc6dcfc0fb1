import type { OpenedPlace } from './open-places.ts'

export interface EmptiedPlace {
  readonly title: string
  /** Names of states. */
  readonly removed: readonly string[]
  /** Those that a run uses. */
  readonly left: readonly string[]
  /** States of strategies that were not asked for. */
  readonly others: number
}

/** Removes the states in a place: all, or those of its strategies only. What runs use stays. */
export async function emptiedPlace(
  { title, shelf, kinds }: OpenedPlace,
  ownOnly: boolean,
  signal: AbortSignal,
): Promise<EmptiedPlace> {
  const all = await shelf.list(signal)
  const own = new Set(kinds.values())
  const wanted = ownOnly ? all.filter(({ kind }) => own.has(kind)) : all
  const [removed, left]: [string[], string[]] = [[], []]
  for (const { name } of wanted) {
    const list = (await shelf.remove(name, signal)) ? removed : left
    list.push(name)
  }
  await shelf.sweep(signal)
  return { title, removed, left, others: all.length - wanted.length }
}

import type { Setting } from './setting.ts'

/** The indexes of settings in the order in which they are tried: the current one first. */
export function currentFirst(settings: readonly Setting[]): number[] {
  const indexes = [...settings.keys()]
  const isCurrent = (index: number) => settings[index]!.isCurrent
  return [...indexes.filter(isCurrent), ...indexes.filter((index) => !isCurrent(index))]
}

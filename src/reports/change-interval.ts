import { differenceInterval } from '../numbers.ts'
import type { DifferenceInterval } from '../statistics/difference-interval.ts'

const SHORT: Readonly<Record<string, string>> = { 'too few changed questions for an interval': 'too few changed' }

/** The interval of a change as a cell of a table has room for it. */
export function changeInterval({ interval }: { readonly interval?: DifferenceInterval | undefined }): string {
  const text = differenceInterval(interval)
  return SHORT[text] ?? text
}

import { compareCodeUnits } from '../code-units.ts'
import { groupBy } from '../group-by.ts'
import type { Query } from '../model.ts'
import { Random } from '../statistics/random.ts'

/** The fewest questions between two looks at who can still win, and about how many looks there would be to the end. */
const FEWEST_A_BLOCK = 10
const LOOKS = 10

/**
 * The questions in blocks, in an order drawn from the seed, so that those asked so far are always a random sample of all.
 * Questions of a cluster are drawn, and asked, together.
 */
export function raceOrder(queries: readonly Query[], seed: string): Query[][] {
  const size = Math.max(FEWEST_A_BLOCK, Math.ceil(queries.length / LOOKS))
  const sorted = [...queries].sort((a, b) => compareCodeUnits(a.id, b.id))
  const keyOf = ({ id, cluster }: Query) => (cluster === undefined ? `query ${id}` : `cluster ${cluster}`)
  const groups = [...groupBy(sorted, keyOf).values()]
  shuffle(groups, new Random(`${seed} race`))
  const blocks: Query[][] = []
  for (const group of groups) {
    const last = blocks.at(-1)
    if (last === undefined || last.length >= size) blocks.push([...group])
    else last.push(...group)
  }
  return blocks
}

/** Fisher and Yates. */
function shuffle(items: unknown[], random: Random): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random.index(last + 1)
    const held = items[last]
    items[last] = items[other]
    items[other] = held
  }
}

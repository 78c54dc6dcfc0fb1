import type { Hit } from '../model.ts'
import { compareHits } from '../strategies/hit-order.ts'

/**
 * The hits in the one order that every machine agrees on.
 *
 * @throws Error when a score is not a finite number: such a ranking has no order, and is an error of the strategy.
 */
export function orderHits(hits: readonly Hit[]): readonly Hit[] {
  const broken = hits.find((hit) => !Number.isFinite(hit.score))
  if (broken !== undefined) throw new Error(`the hit ${broken.id} has the score ${broken.score}, which is not a number`)
  return inOrder(hits) ? hits : [...hits].sort(compareHits)
}

function inOrder(hits: readonly Hit[]): boolean {
  return hits.every((hit, index) => index === 0 || compareHits(hits[index - 1]!, hit) <= 0)
}

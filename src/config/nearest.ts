/**
 * The candidate that a mistyped word most likely meant, or `undefined` when none is near: at most a third of its letters
 * (at least one) inserted, dropped, replaced or swapped with their neighbour. Ignores case; the first of equals wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  let limit = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), limit)
    if (distance > limit || (best !== undefined && distance === limit)) continue
    best = candidate
    limit = distance
  }
  return best
}

/**
 * Optimal string alignment distance (Levenshtein with swaps of neighbours), in UTF-16 units; some number above `limit`
 * as soon as it is known to exceed it.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= b.length; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      let cost = Math.min(last[column - 1]! + (same ? 0 : 1), last[column]! + 1, current[column - 1]! + 1)
      if (swapped(a, b, row, column)) cost = Math.min(cost, beforeLast[column - 2]! + 1)
      current.push(cost)
      if (cost < smallest) smallest = cost
    }
    if (smallest > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[b.length]!
}

function swapped(a: string, b: string, row: number, column: number): boolean {
  if (row < 2 || column < 2) return false
  return a.charCodeAt(row - 1) === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
}

import type { IdTable } from '../evalset/id-table.ts'

/** So many line numbers fit beside a 32-bit score into the 53 bits that a double holds exactly. */
const MOST_PACKED = 2 ** 21

/**
 * The line numbers of one query's results, best first, as trec_eval ranks them: score descending, ties by document id
 * descending in byte order. `scores` and `ids` go together; O(n) where they are in that order already.
 */
export function trecOrder(scores: Float32Array, ids: IdTable): Uint32Array {
  const order = new Uint32Array(ids.size)
  for (let i = 0; i < order.length; i++) order[i] = i
  if (isInOrder(scores, ids)) return order
  if (order.length > MOST_PACKED)
    order.sort((a, b) => Number(scores[a]! < scores[b]!) - Number(scores[a]! > scores[b]!))
  else sortByScore(order, scores)
  sortTies(order, scores, ids)
  return order
}

function isInOrder(scores: Float32Array, ids: IdTable): boolean {
  for (let i = 1; i < ids.size; i++) {
    if (scores[i - 1]! > scores[i]!) continue
    if (scores[i - 1]! < scores[i]! || ids.compare(i - 1, i) < 0) return false
  }
  return true
}

/** Sorts without a comparison function, which is several times faster: each key is a score's rank, then the line number. */
function sortByScore(order: Uint32Array, scores: Float32Array): void {
  const keys = new Float64Array(order.length)
  const score = new Float32Array(1)
  const bits = new Int32Array(score.buffer)
  for (let i = 0; i < keys.length; i++) {
    score[0] = scores[i]! + 0
    const ascending = bits[0]! < 0 ? bits[0]! ^ 0x7fffffff : bits[0]!
    keys[i] = (2 ** 31 - 1 - ascending) * MOST_PACKED + i
  }
  keys.sort()
  for (let i = 0; i < keys.length; i++) order[i] = keys[i]! % MOST_PACKED
}

function sortTies(order: Uint32Array, scores: Float32Array, ids: IdTable): void {
  let start = 0
  for (let end = 1; end <= order.length; end++) {
    if (end < order.length && scores[order[start]!] === scores[order[end]!]) continue
    if (end - start > 1) order.subarray(start, end).sort((a, b) => ids.compare(b, a))
    start = end
  }
}

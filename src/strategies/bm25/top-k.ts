/** The best documents and their scores, best first. */
export interface TopK {
  readonly documents: Int32Array
  readonly scores: Float32Array
}

/** Scores looked at in one step, in the hope that none of them is good enough. */
const STEP = 4

/**
 * The k best of scores that are not negative, without the zeros, ties by the lower document number; zeroes `scores`.
 *
 * One pass over a heap of the k best so far, whose root is the worst of them. Documents come in ascending order, so a
 * later one never displaces an equal score. Scores are compared as the whole numbers with the same bits, whose order
 * is the same where none is negative: three times as fast in V8.
 */
export function takeTopK(scores: Float32Array<ArrayBuffer>, k: number): TopK {
  const size = Math.max(0, Math.min(k, scores.length))
  const heap = { documents: new Int32Array(size), scores: new Float32Array(size) }
  if (size === 0) {
    scores.fill(0)
    return heap
  }
  const bits = new Int32Array(scores.buffer, scores.byteOffset, scores.length)
  const heapBits = new Int32Array(heap.scores.buffer)
  let filled = 0
  let bar = 0
  for (let start = 0; start < bits.length; start += STEP) {
    const end = Math.min(start + STEP, bits.length)
    if (end - start === STEP && noneAbove(bits, start, bar)) continue
    for (let document = start; document < end; document++) {
      if (bits[document]! <= bar) continue
      if (filled < size) siftUp(heap, filled++, document, scores[document]!)
      else siftDown(heap, size, document, scores[document]!)
      if (filled === size) bar = heapBits[0]!
    }
  }
  scores.fill(0)
  return sorted(heap, filled)
}

function noneAbove(bits: Int32Array, start: number, bar: number): boolean {
  return bits[start]! <= bar && bits[start + 1]! <= bar && bits[start + 2]! <= bar && bits[start + 3]! <= bar
}

/** Whether the first of two entries should leave before the second: lower score, or equal and a higher number. */
function worse(score: number, document: number, otherScore: number, otherDocument: number): boolean {
  return score < otherScore || (score === otherScore && document > otherDocument)
}

function siftUp({ documents, scores }: TopK, from: number, document: number, score: number): void {
  let at = from
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!worse(score, document, scores[parent]!, documents[parent]!)) break
    scores[at] = scores[parent]!
    documents[at] = documents[parent]!
    at = parent
  }
  scores[at] = score
  documents[at] = document
}

/** Puts an entry in place of the root, in a heap of `size` entries. */
function siftDown({ documents, scores }: TopK, size: number, document: number, score: number): void {
  let at = 0
  for (let child = 1; child < size; child = 2 * at + 1) {
    const right = child + 1
    if (right < size && worse(scores[right]!, documents[right]!, scores[child]!, documents[child]!)) child = right
    if (!worse(scores[child]!, documents[child]!, score, document)) break
    scores[at] = scores[child]!
    documents[at] = documents[child]!
    at = child
  }
  scores[at] = score
  documents[at] = document
}

/** Empties the heap from its worst entry on, into an order from best to worst, in place. */
function sorted(heap: TopK, filled: number): TopK {
  for (let last = filled - 1; last > 0; last--) {
    const score = heap.scores[0]!
    const document = heap.documents[0]!
    siftDown(heap, last, heap.documents[last]!, heap.scores[last]!)
    heap.scores[last] = score
    heap.documents[last] = document
  }
  return { documents: heap.documents.subarray(0, filled), scores: heap.scores.subarray(0, filled) }
}

import type { Tie } from './ties.ts'

/** What chunks have. */
export interface Scores {
  /** The chunks that have something, in the order in which they got it. */
  readonly chunks: readonly number[]
  /** By chunk; 0 for all others. */
  readonly values: Float64Array
}

/** The ties of all chunks side by side, those of chunk c from `starts[c]` on: walks go over them by the thousand. */
export interface TieTable {
  readonly starts: Int32Array
  readonly to: Int32Array
  readonly shares: Float64Array
}

export function tieTable(tiesOfChunks: readonly (readonly Tie[])[]): TieTable {
  const starts = new Int32Array(tiesOfChunks.length + 1)
  for (const [chunk, ties] of tiesOfChunks.entries()) starts[chunk + 1] = starts[chunk]! + ties.length
  const all = tiesOfChunks.flat()
  return { starts, to: Int32Array.from(all, ({ to }) => to), shares: Float64Array.from(all, ({ share }) => share) }
}

/**
 * Walks from chunks that have scores over their ties: at each hop a chunk hands on what the last hop brought it, times
 * `decay`. The result, hop by hop, begins with the scores themselves; their sum is a random walk with restart at the
 * scored chunks, cut off after some hops (Haveliwala, "Topic-sensitive PageRank", WWW 2002).
 */
export function walk(scores: ReadonlyMap<number, number>, ties: TieTable, decay: number, hops: number): Scores[] {
  const count = ties.starts.length - 1
  const values = new Float64Array(count)
  for (const [chunk, score] of scores) values[chunk] = score
  const steps: Scores[] = [{ chunks: [...scores.keys()], values }]
  for (let hop = 0; hop < hops; hop++) steps.push(handedOn(steps[hop]!, ties, decay))
  return steps
}

function handedOn({ chunks, values }: Scores, { starts, to, shares }: TieTable, decay: number): Scores {
  const next = new Gathering(values.length)
  for (const from of chunks) {
    const score = values[from]!
    const end = starts[from + 1]!
    for (let tie = starts[from]!; tie < end; tie++) next.add(to[tie]!, score * shares[tie]! * decay)
  }
  return next
}

/** What several steps come to. */
export function sumOfSteps(steps: readonly Scores[]): Scores {
  const total = new Gathering(steps[0]!.values.length)
  for (const { chunks, values } of steps) for (const chunk of chunks) total.add(chunk, values[chunk]!)
  return total
}

class Gathering implements Scores {
  readonly chunks: number[] = []
  readonly values: Float64Array
  /** A chunk may have been handed 0. */
  readonly #has: Uint8Array

  constructor(count: number) {
    this.values = new Float64Array(count)
    this.#has = new Uint8Array(count)
  }

  add(chunk: number, value: number): void {
    this.values[chunk]! += value
    if (this.#has[chunk] === 1) return
    this.#has[chunk] = 1
    this.chunks.push(chunk)
  }
}

/** What each neighbour of a chunk has handed it over all hops, largest first. */
export function arrivals(
  chunk: number,
  steps: readonly Scores[],
  ties: readonly (readonly Tie[])[],
  decay: number,
): { from: number; tie: Tie; value: number }[] {
  return ties[chunk]!.flatMap(({ to: from }) => {
    const tie = ties[from]!.find(({ to }) => to === chunk)!
    const had = steps.slice(0, -1).reduce((sum, { values }) => sum + values[from]!, 0)
    return had > 0 ? [{ from, tie, value: had * tie.share * decay }] : []
  }).sort((a, b) => b.value - a.value)
}

import type { Tie } from './ties.ts'

/** Chunk -> what it has. */
export type Scores = ReadonlyMap<number, number>

/**
 * Walks from chunks that have scores over their ties: at each hop a chunk hands on what the last hop brought it, times
 * `decay`. The result, hop by hop, begins with the scores themselves; their sum is a random walk with restart at the
 * scored chunks, cut off after some hops (Haveliwala, "Topic-sensitive PageRank", WWW 2002).
 */
export function walk(scores: Scores, ties: readonly (readonly Tie[])[], decay: number, hops: number): Scores[] {
  const steps: Scores[] = [scores]
  for (let hop = 0; hop < hops; hop++) {
    const next = new Map<number, number>()
    for (const [from, score] of steps[hop]!) {
      for (const { to, share } of ties[from]!) next.set(to, (next.get(to) ?? 0) + score * share * decay)
    }
    steps.push(next)
  }
  return steps
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
    const had = steps.slice(0, -1).reduce((sum, step) => sum + (step.get(from) ?? 0), 0)
    return had > 0 ? [{ from, tie, value: had * tie.share * decay }] : []
  }).sort((a, b) => b.value - a.value)
}

/** A stretch of a text: offsets in UTF-16 code units, the end not in it. */
export type Range = readonly [start: number, end: number]

/** The same stretches without overlaps, in order. */
export function united(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last !== undefined && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)]
    else result.push([start, end])
  }
  return result
}

/** What two lists of stretches have in common; each without overlaps. */
export function shared(a: readonly Range[], b: readonly Range[]): Range[] {
  return a.flatMap(([start, end]) =>
    b.map(([from, to]): Range => [Math.max(start, from), Math.min(end, to)]).filter(([from, to]) => from < to),
  )
}

export function length(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0)
}

/** Finds the line (1-based) that an offset into the lines, joined by LF, is in. */
export function lineFinder(lines: readonly string[]): (offset: number) => number {
  const starts = new Float64Array(lines.length)
  for (let index = 1; index < lines.length; index++) starts[index] = starts[index - 1]! + lines[index - 1]!.length + 1
  return (offset) => {
    let low = 0
    let high = lines.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

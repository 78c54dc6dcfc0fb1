import { diffArrays } from 'diff'

/** 1-based, inclusive. */
export interface LineRange {
  readonly startLine: number
  readonly endLine: number
}

/**
 * The lines of one version of a text in the other version's coordinates: the span of those that both share (a longest
 * common subsequence, Myers 1986). `null` when less than half of the lines are in the other version.
 */
export function mapLines(from: string, to: string, range: LineRange): LineRange | null {
  const counterparts = lineCounterparts(from, to)
  const wanted = range.endLine - range.startLine + 1
  const mapped = Array.from({ length: wanted }, (_, index) => counterparts.get(range.startLine + index)).filter(
    (line) => line !== undefined,
  )
  const startLine = mapped[0]
  const endLine = mapped.at(-1)
  if (startLine === undefined || endLine === undefined || mapped.length * 2 < wanted) return null
  return { startLine, endLine }
}

/** Line number in `from` -> line number in `to`, for the lines that both share. */
function lineCounterparts(from: string, to: string): Map<number, number> {
  const counterparts = new Map<number, number>()
  let left = 1
  let right = 1
  for (const part of diffArrays(from.split(/\r?\n/), to.split(/\r?\n/))) {
    const count = part.value.length
    if (part.removed) left += count
    else if (part.added) right += count
    else for (let line = 0; line < count; line++) counterparts.set(left++, right++)
  }
  return counterparts
}

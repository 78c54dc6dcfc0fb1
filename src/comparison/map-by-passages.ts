import type { LineRange } from './line-map.ts'

/** A piece of a document and its content. */
export interface Passage extends LineRange {
  readonly hash: string
}

/**
 * A range of lines in the other version's coordinates, by pieces that both versions hold word for word: where the piece
 * went, its lines went too. `null` where no such piece holds the first line, or none the last one.
 */
export function mapByPassages(
  { startLine, endLine }: LineRange,
  from: readonly Passage[],
  to: readonly Passage[],
): LineRange | null {
  const start = mapLine(startLine, from, to)
  const end = mapLine(endLine, from, to)
  return start === null || end === null || end < start ? null : { startLine: start, endLine: end }
}

/** The line's place, if all pieces that hold it agree on it. A piece that occurs twice says nothing. */
function mapLine(line: number, from: readonly Passage[], to: readonly Passage[]): number | null {
  const places = new Set<number>()
  for (const passage of from) {
    if (line < passage.startLine || line > passage.endLine) continue
    const twins = to.filter(({ hash }) => hash === passage.hash)
    const twin = twins[0]
    const unique = twins.length === 1 && from.filter(({ hash }) => hash === passage.hash).length === 1
    if (unique && length(twin!) === length(passage)) places.add(line - passage.startLine + twin!.startLine)
  }
  return places.size === 1 ? [...places][0]! : null
}

function length({ startLine, endLine }: LineRange): number {
  return endLine - startLine + 1
}

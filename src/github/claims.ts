import type { ExpectedAnswer, PlacedHit, QueryChange } from '../comparison/comparison.ts'
import type { LineRange } from '../comparison/line-map.ts'
import { globMatches } from '../judging/match.ts'
import type { ChangedBlock } from './changed-blocks.ts'
import type { FileChange } from './changed-lines.ts'

/** What a changed place has to do with a query that broke; nothing that the diff and the rankings do not show. */
export interface Claim {
  readonly file: string
  /** Null for a change of the file as a whole. */
  readonly lines: LineRange | null
  readonly kind: 'touched' | 'removed' | 'moved' | 'outranked by new text' | 'outranked by changed text'
  /** The answer that was found before. */
  readonly answer: ExpectedAnswer
  /** Where the text of this place ranks now. */
  readonly rank?: number
}

/** Lines of context that a diff shows around a change: so near, it is a change of the passage. */
const NEAR = 3

/**
 * The changed places that have a part in a query's loss: those of the answers that it lost, then those that rank above
 * them now, highest first.
 * @param changed path in the knowledge base -> what the change does to that file
 */
export function claimsOf(query: QueryChange, changed: ReadonlyMap<string, FileChange>): Claim[] {
  const lost = query.expected.filter(isLost)
  return [...lost.flatMap((answer) => touching(answer, query, changed)), ...outranking(query, lost, changed)]
}

/** It was found, and is not any more, or lower. */
function isLost({ judgment, baseRank, nowRank }: ExpectedAnswer): boolean {
  return judgment.grade > 0 && baseRank !== null && (nowRank === null || nowRank > baseRank)
}

function touching(answer: ExpectedAnswer, { fellOut }: QueryChange, changed: ReadonlyMap<string, FileChange>): Claim[] {
  const { target } = answer.judgment
  if (target.kind === 'id') return []
  if (target.kind === 'glob') {
    const paths = fellOut.flatMap(({ path }) => (path !== undefined && globMatches(target.pattern, path) ? [path] : []))
    return [...new Set(paths)].flatMap((path) => touchedFile(answer, path, changed))
  }
  if (target.kind === 'file') return touchedFile(answer, target.path, changed)
  const file = changed.get(target.path)
  const near = { startLine: target.startLine - NEAR, endLine: target.endLine + NEAR }
  const blocks = file?.blocks.filter((block) => shared(block, near) !== null) ?? []
  if (blocks.length === 0) return removedOrMoved(answer, target.path, changed)
  const inside = blocks.filter((block) => shared(block, target) !== null)
  const lines = largest(inside.length > 0 ? inside : blocks)
  return [{ file: target.path, lines, kind: 'touched', answer }]
}

function touchedFile(answer: ExpectedAnswer, path: string, changed: ReadonlyMap<string, FileChange>): Claim[] {
  const blocks = changed.get(path)?.blocks ?? []
  if (blocks.length === 0) return removedOrMoved(answer, path, changed)
  return [{ file: path, lines: largest(blocks), kind: 'touched', answer }]
}

function removedOrMoved(answer: ExpectedAnswer, path: string, changed: ReadonlyMap<string, FileChange>): Claim[] {
  if (changed.get(path)?.status === 'removed') return [{ file: path, lines: null, kind: 'removed', answer }]
  if (changed.has(path)) return []
  const moved = [...changed].find(([, { status, formerPath }]) => status === 'renamed' && formerPath === path)
  return moved === undefined ? [] : [{ file: moved[0], lines: null, kind: 'moved', answer }]
}

/** What came into the results with text of this change, above every answer that was lost. */
function outranking(
  query: QueryChange,
  lost: readonly ExpectedAnswer[],
  changed: ReadonlyMap<string, FileChange>,
): Claim[] {
  const [answer] = lost.toSorted((a, b) => a.baseRank! - b.baseRank!)
  if (answer === undefined) return []
  const above = query.cameIn.filter(({ rank }) => query.expected.every((one) => isBelow(one, rank)))
  return above.flatMap((hit) => {
    const place = newText(hit, changed)
    return place === null ? [] : [{ ...place, answer, rank: hit.rank }]
  })
}

function isBelow({ judgment, nowRank }: ExpectedAnswer, rank: number): boolean {
  return judgment.grade <= 0 || nowRank === null || nowRank > rank
}

function newText(
  hit: PlacedHit,
  changed: ReadonlyMap<string, FileChange>,
): Pick<Claim, 'file' | 'lines' | 'kind'> | null {
  const file = hit.path === undefined ? undefined : changed.get(hit.path)
  if (hit.path === undefined || file === undefined) return null
  const { startLine = 1, endLine = Number.POSITIVE_INFINITY } = hit
  const parts = file.blocks
    .filter(({ addsText }) => addsText)
    .flatMap((block) => shared(block, { startLine, endLine }) ?? [])
  if (parts.length === 0) return null
  const lines = largest(parts)
  const isNew = file.status === 'added' || length(lines) === endLine - startLine + 1
  return { file: hit.path, lines, kind: isNew ? 'outranked by new text' : 'outranked by changed text' }
}

function shared(a: LineRange, b: LineRange): LineRange | null {
  const startLine = Math.max(a.startLine, b.startLine)
  const endLine = Math.min(a.endLine, b.endLine)
  return startLine <= endLine ? { startLine, endLine } : null
}

/** Of several places of one change, the one that says most: text before mere deletions, then more before fewer lines. */
function largest(blocks: readonly (LineRange & Partial<Pick<ChangedBlock, 'addsText'>>)[]): LineRange {
  const weight = (block: (typeof blocks)[number]) => (block.addsText === false ? 0 : length(block))
  const [most] = blocks.toSorted((a, b) => weight(b) - weight(a))
  return { startLine: most!.startLine, endLine: most!.endLine }
}

function length({ startLine, endLine }: LineRange): number {
  return endLine - startLine + 1
}

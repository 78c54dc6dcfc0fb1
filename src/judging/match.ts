import { documentOf } from '../document-of.ts'
import { globMatcher } from '../evalset/glob-matcher.ts'
import type { Hit, Target } from '../model.ts'

/**
 * When a hit matches a line judgment: `contains` (it contains the lines, or the line IoU is at least 0.5), `iou` (IoU
 * alone), `coverage` (it covers at least half of the judged lines).
 */
export type MatchRule = 'contains' | 'iou' | 'coverage'

interface LineRange {
  readonly startLine: number
  readonly endLine: number
}

const compiled = new Map<string, (path: string) => boolean>()

/** Whether a path (with `/`) is one of a glob judgment's family. */
export function globMatches(pattern: string, path: string): boolean {
  let matcher = compiled.get(pattern)
  if (matcher === undefined) {
    matcher = globMatcher(pattern)
    compiled.set(pattern, matcher)
  }
  return matcher(path)
}

/** Whether a hit without lines, or one whose lines include them all, contains the range. */
export function contains(hit: Hit, lines: LineRange): boolean {
  if (hit.startLine === undefined || hit.endLine === undefined) return true
  return hit.startLine <= lines.startLine && hit.endLine >= lines.endLine
}

/** Whether a hit answers a target. */
export function matches(hit: Hit, target: Target, rule: MatchRule): boolean {
  switch (target.kind) {
    case 'id':
      return hit.id === target.id || documentOf(hit) === target.id
    case 'file':
      return hit.path === target.path
    case 'glob':
      return hit.path !== undefined && globMatches(target.pattern, hit.path)
    case 'lines':
      return hit.path === target.path && linesMatch(hit, target, rule)
  }
}

function linesMatch(hit: Hit, lines: LineRange, rule: MatchRule): boolean {
  if (rule === 'contains' && contains(hit, lines)) return true
  if (hit.startLine === undefined || hit.endLine === undefined) return rule === 'coverage'
  const shared = Math.min(hit.endLine, lines.endLine) - Math.max(hit.startLine, lines.startLine) + 1
  if (shared <= 0) return false
  const judged = lines.endLine - lines.startLine + 1
  if (rule === 'coverage') return shared / judged >= 0.5
  const retrieved = hit.endLine - hit.startLine + 1
  return shared / (judged + retrieved - shared) >= 0.5
}

import { globMatcher } from './glob-matcher.ts'

/** What a pattern begins and ends with literally; a `/` after `**` may stand for nothing. */
const BEGINNING = /^[^*?[\]{}()!+@|\\]*/
const END = /\/?([^*?[\]{}()!+@|\\]*)$/

/** Whether any of the paths belongs to the glob's family; most paths are told apart by its literal ends, which is cheap. */
export function matchesAny(pattern: string, paths: Iterable<string>): boolean {
  const beginning = BEGINNING.exec(pattern)?.[0] ?? ''
  const end = END.exec(pattern.slice(beginning.length))?.[1] ?? ''
  const matches = globMatcher(pattern)
  for (const path of paths) if (path.startsWith(beginning) && path.endsWith(end) && matches(path)) return true
  return false
}

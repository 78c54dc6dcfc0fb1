import { Minimatch, type MinimatchOptions } from 'minimatch'
import { UserError } from '../errors.ts'

/** The same reading of patterns on every platform: `/` separates, `\` escapes. */
const OPTIONS: MinimatchOptions = { platform: 'linux', nonegate: true, nocomment: true }

/**
 * The paths (with `/`) that match a pattern of `include` and none of `exclude`, in the order given. A pattern is
 * minimatch's, relative to the root; one that names a folder stands for all in it. Names that begin with a dot are
 * included only by a pattern that names a dot, and excluded by any. Throws a UserError for a pattern that begins with `!`.
 */
export function selectFiles(
  paths: readonly string[],
  include: readonly string[],
  exclude: readonly string[],
): string[] {
  const included = include.map((pattern) => matcher(pattern, /(?:^|\/)\./.test(normalise(pattern))))
  const excluded = exclude.map((pattern) => matcher(pattern, true))
  return paths.filter((path) => included.some((matches) => matches(path)) && !excluded.some((matches) => matches(path)))
}

/** A path of this platform with `/`; `separator` is the platform's. */
export function withSlashes(path: string, separator: string): string {
  return separator === '/' ? path : path.replaceAll(separator, '/')
}

function matcher(pattern: string, dot: boolean): (path: string) => boolean {
  if (pattern.startsWith('!')) {
    throw new UserError({
      what: 'a pattern cannot begin with "!"',
      found: pattern,
      hint: 'put it into `documents.exclude`, without the "!"',
    })
  }
  const file = new Minimatch(normalise(pattern), { ...OPTIONS, dot })
  if (file.hasMagic()) return (path) => file.match(path)
  const inFolder = new Minimatch(`${normalise(pattern)}/**`, { ...OPTIONS, dot })
  return (path) => file.match(path) || inFolder.match(path)
}

function normalise(pattern: string): string {
  const relative = pattern.replace(/^(?:\.?\/)+/, '')
  return relative === '.' ? '**' : relative.replace(/\/+$/, '') || '**'
}

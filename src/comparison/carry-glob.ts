import { globMatches } from '../judging/match.ts'
import type { Target } from '../model.ts'
import type { Carried } from './carried.ts'

interface GlobContext {
  /** Documents of either side, by path. */
  readonly from: ReadonlyMap<string, unknown>
  readonly to: ReadonlyMap<string, unknown>
  counterpartOf(path: string): Promise<string | undefined>
}

type Glob = Target & { readonly kind: 'glob' }

/**
 * A pattern means the same words on both sides. Only where nothing of its family is there under these words, but some of
 * its files are under other names, it becomes a pattern of exactly those.
 */
export async function carryGlob(target: Glob, { from, to, counterpartOf }: GlobContext): Promise<Carried> {
  const family = (documents: ReadonlyMap<string, unknown>) =>
    [...documents.keys()].filter((path) => globMatches(target.pattern, path))
  const members = family(from)
  if (members.length === 0 || family(to).length > 0) return { target }
  const counterparts = await Promise.all(members.map(counterpartOf))
  const paths = [...new Set(counterparts.filter((path) => path !== undefined))].sort()
  const [only] = paths
  if (only === undefined) return { reason: 'new' }
  if (paths.length === 1) return { target: { kind: 'file', path: only } }
  return { target: { kind: 'glob', pattern: `{${paths.map(literal).join(',')}}` } }
}

/** A path as a pattern that matches nothing else. */
function literal(path: string): string {
  return path.replace(/[\\{}()[\]*?!+@|,.]/g, '\\$&')
}

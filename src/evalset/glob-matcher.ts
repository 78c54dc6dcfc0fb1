import { Minimatch } from 'minimatch'

/** Enough for `{a,b}{c,d}`, too few for a pattern that is meant to exhaust memory. */
const MOST_ALTERNATIVES = 1000

/** Whether a path of the knowledge base (with `/`) belongs to a glob judgment's family: the same on every platform. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const glob = new Minimatch(pattern, {
    dot: true,
    platform: 'linux',
    nonegate: true,
    nocomment: true,
    braceExpandMax: MOST_ALTERNATIVES,
  })
  return (path) => glob.match(path)
}

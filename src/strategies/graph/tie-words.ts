import type { EdgeKind } from './edge.ts'
import type { Tie } from './ties.ts'

/** Said of the end of an edge, and of its beginning. */
const VERBS: Readonly<Record<EdgeKind, readonly [string, string]>> = {
  inherits: ['inherited by', 'inherits from'],
  calls: ['called by', 'calls into'],
  imports: ['imported by', 'imports'],
  refers: ['referred to by', 'refers to'],
  links: ['linked from', 'links to'],
  mentions: ['mentioned by', 'mentions'],
  terms: ['rare terms as in', 'rare terms as in'],
  entities: ['names the same as', 'names the same as'],
  next: ['follows', 'comes before'],
}

/** What ties the chunk that a tie leads to with the one that it comes from: `called by src/a.ts:1-9 (readStore)`. */
export function tieWords({ to, edge }: Tie, other: string): string {
  const verb = VERBS[edge.kind][edge.to === to ? 0 : 1]
  return edge.kind === 'next' ? `${verb} ${other}` : `${verb} ${other} (${edge.label})`
}

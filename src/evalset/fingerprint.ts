import { createHash } from 'node:crypto'
import { compareCodeUnits } from '../code-units.ts'
import type { Query } from '../model.ts'

/** SHA-256, hex, of what the queries say: the same whatever the format, the spacing and the order of the lines. */
export function fingerprint(queries: readonly Query[]): string {
  const hash = createHash('sha256')
  for (const query of [...queries].sort((a, b) => compareCodeUnits(a.id, b.id))) hash.update(`${canonical(query)}\n`)
  return hash.digest('hex')
}

function canonical({ line: _, ...query }: Query): string {
  const { id, text, category, difficulty, language, split, cluster, tags, pinned } = query
  const judgments = query.judgments.map(({ target, grade }) => [Object.entries(target).sort(byKey), grade])
  const optional = [category, difficulty, language, split, cluster].map((value) => value ?? null)
  return JSON.stringify([id, text, judgments, optional, tags, pinned])
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareCodeUnits(a, b)
}

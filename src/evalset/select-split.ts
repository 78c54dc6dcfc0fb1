import { createHash } from 'node:crypto'
import { UserError } from '../errors.ts'
import type { EvalSet, Query } from '../model.ts'
import { fingerprint } from './fingerprint.ts'

type Split = 'dev' | 'test'

/**
 * The queries of one split. Where no query names its split, a fifth is `test`, by a hash of the cluster or id, so that a
 * query stays where it is when others come and go. Throws `UserError` when nothing is left.
 */
export function selectSplit(evalSet: EvalSet, split: Split): EvalSet {
  const named = evalSet.queries.some((query) => query.split !== undefined)
  const queries = evalSet.queries.filter((query) => (named ? query.split : hashedSplit(query)) === split)
  if (queries.length === 0) throw new UserError({ where: evalSet.path, what: `no query is in the split \`${split}\`` })
  return { ...evalSet, queries, fingerprint: fingerprint(queries) }
}

function hashedSplit({ id, cluster }: Query): Split {
  const hash = createHash('sha256').update(cluster ?? id)
  return hash.digest().readUInt32BE() % 5 === 0 ? 'test' : 'dev'
}

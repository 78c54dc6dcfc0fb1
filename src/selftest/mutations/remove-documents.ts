import { documentOf } from '../../document-of.ts'
import type { Mutation } from '../mutation.ts'

/** Documents are gone from the index. */
export const removeDocuments: Mutation = {
  perQuestion: false,
  describe: (share) => `remove ${Math.round(share * 100)} % of the documents`,
  apply(hits, { removed }) {
    const isGone = hits.some((hit) => removed.has(documentOf(hit)))
    return isGone ? hits.filter((hit) => !removed.has(documentOf(hit))) : hits
  },
}

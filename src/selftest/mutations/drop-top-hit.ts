import { documentOf } from '../../document-of.ts'
import type { Mutation } from '../mutation.ts'

/** The best document of a question is not found any more. */
export const dropTopHit: Mutation = {
  perQuestion: true,
  describe: (share) => `drop the top hit of ${Math.round(share * 100)} % of the questions`,
  apply(hits) {
    const [top] = hits
    if (top === undefined) return hits
    const document = documentOf(top)
    return hits.filter((hit) => documentOf(hit) !== document)
  },
}

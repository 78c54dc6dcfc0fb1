import type { Mutation } from '../mutation.ts'

/** The first hit and the fifth trade places; of fewer than five, the first and the last. */
export const swapRanks: Mutation = {
  perQuestion: true,
  describe: (share) => `swap ranks 1 and 5 of ${Math.round(share * 100)} % of the questions`,
  apply(hits) {
    const other = Math.min(5, hits.length) - 1
    return other < 1 ? hits : [hits[other]!, ...hits.slice(1, other), hits[0]!, ...hits.slice(other + 1)]
  },
}

import type { Mutation } from '../mutation.ts'

const TOP = 10

/** The top 10 in random order (Fisher-Yates). */
export const shuffleTop: Mutation = {
  perQuestion: true,
  describe: (share) => `shuffle the top 10 of ${Math.round(share * 100)} % of the questions`,
  apply(hits, { random }) {
    const top = hits.slice(0, TOP)
    for (let last = top.length - 1; last > 0; last--) {
      const other = random.index(last + 1)
      ;[top[last], top[other]] = [top[other]!, top[last]!]
    }
    return [...top, ...hits.slice(TOP)]
  },
}

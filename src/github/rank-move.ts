import type { ExpectedAnswer } from '../comparison/comparison.ts'

/** "was at rank 1, is now not found" */
export function rankMove({ baseRank, nowRank }: Pick<ExpectedAnswer, 'baseRank' | 'nowRank'>): string {
  return `was ${place(baseRank)}, is now ${place(nowRank)}`
}

function place(rank: number | null): string {
  return rank === null ? 'not found' : `at rank ${rank}`
}

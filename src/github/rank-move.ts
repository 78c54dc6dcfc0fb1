import type { ExpectedAnswer } from '../comparison/comparison.ts'
import { plainText } from './annotation.ts'

type Move = Pick<ExpectedAnswer, 'baseRank' | 'nowRank'> & Partial<Pick<ExpectedAnswer, 'deleted' | 'movedTo'>>

/** "was at rank 1, is now not found"; of an answer that is gone, or has another name, that. */
export function rankMove({ baseRank, nowRank, deleted, movedTo }: Move): string {
  const before = `was ${place(baseRank)}`
  if (movedTo !== undefined) return `${before}, has moved to ${plainText(movedTo)}`
  return deleted ? `${before}, is not in the knowledge base any more` : `${before}, is now ${place(nowRank)}`
}

function place(rank: number | null): string {
  return rank === null ? 'not found' : `at rank ${rank}`
}

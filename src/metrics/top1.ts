import type { JudgedSpan } from './judged-span.ts'
import { rankingFamily } from './ranking-family.ts'

/** 1 where the first position consumed a positive judgment, else 0; null where there is none to consume. */
export function top1Of({ labels, start, end, grades, gradesStart, gradesEnd }: JudgedSpan): number | null {
  if (gradesStart === gradesEnd || grades[gradesStart]! <= 0) return null
  return start < end && labels[start]! > 0 ? 1 : 0
}

export const top1 = rankingFamily({
  name: 'top1',
  cut: 'none',
  source: 'the expected_files benchmarks of code search',
  summary: '1 where the first hit matches any expected entry, whatever its grade, else 0.',
  step: 1,
  score: top1Of,
})

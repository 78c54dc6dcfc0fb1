import type { JudgedSpan } from './judged-span.ts'

/** R: how many of the query's judgments count as relevant. Grades come best first. */
export function relevantCount({ grades, gradesStart, gradesEnd, level }: JudgedSpan): number {
  let i = gradesStart
  while (i < gradesEnd && grades[i]! >= level) i++
  return i - gradesStart
}

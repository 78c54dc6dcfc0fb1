import type { JudgedSpan } from './judged-span.ts'

/** How many of the first `k` positions consumed a relevant judgment. */
export function relevantInTop({ labels, start, end, level }: JudgedSpan, k: number): number {
  const cut = Math.min(end, start + k)
  let count = 0
  for (let i = start; i < cut; i++) if (labels[i]! >= level) count++
  return count
}

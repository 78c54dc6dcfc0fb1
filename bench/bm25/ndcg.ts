/** nDCG@10 of a ranking of document numbers: linear gain, the ideal over all judgments; null without a positive one. */
export function ndcg10(ranking: readonly number[], grades: ReadonlyMap<number, number>): number | null {
  const ideal = gain([...grades.values()].sort((a, b) => b - a))
  return ideal === 0 ? null : gain(ranking.map((document) => grades.get(document) ?? 0)) / ideal
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
}

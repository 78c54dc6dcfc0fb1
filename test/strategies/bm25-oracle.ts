/** BM25 straight from the formula, one document after another: what the fast index is checked against. */

export interface OracleDocument {
  readonly id: string
  readonly words: readonly string[]
}

export interface Scored {
  readonly id: string
  readonly score: number
}

/**
 * Every document with a positive score, best first, ties by id. `round` is applied to each part and each sum: the identity
 * for exact arithmetic, `Math.fround` for single precision.
 */
export function bm25ByHand(
  documents: readonly OracleDocument[],
  query: readonly string[],
  { k1, b }: { k1: number; b: number },
  round: (value: number) => number,
): Scored[] {
  const meanLength = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length
  const scored = documents.map(({ id, words }) => {
    let score = 0
    for (const word of new Set(query)) {
      const tf = words.filter((other) => other === word).length
      if (tf === 0) continue
      const df = documents.filter((other) => other.words.includes(word)).length
      const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5))
      const part = round(idf * (tf / (tf + k1 * (1 - b + (b * words.length) / meanLength))))
      score = round(score + query.filter((other) => other === word).length * part)
    }
    return { id, score }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
}

/** BM25's two free parameters. */
export interface Bm25Parameters {
  readonly k1: number
  readonly b: number
}

/**
 * The weight of a term that `frequency` of `total` documents contain; never negative.
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with Lucene's 1 + inside.
 */
export function inverseDocumentFrequency(frequency: number, total: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
}

/**
 * What `count` occurrences are worth in a document `relativeLength` times as long as the average, from 0 to 1.
 * As Lucene since 8.0: without the factor k1 + 1, which changes no ranking. Lengths are exact, where Lucene keeps one byte.
 */
export function saturation(count: number, relativeLength: number, { k1, b }: Bm25Parameters): number {
  return count / (count + k1 * (1 - b + b * relativeLength))
}

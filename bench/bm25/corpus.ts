/** Texts to index and questions to ask; `judgments` (question index -> document -> grade) where there are some. */
export interface Corpus {
  readonly name: string
  readonly texts: readonly string[]
  readonly questions: readonly string[]
  readonly judgments?: readonly ReadonlyMap<number, number>[]
}

/** An index that finds the numbers of the best texts. */
export interface Engine {
  search(question: string, k: number): readonly number[]
}

/** A search engine under test. */
export interface Contender {
  readonly name: string
  build(texts: readonly string[]): Engine
}

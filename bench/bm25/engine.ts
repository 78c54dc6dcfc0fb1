/** An index that finds the numbers of the best texts. */
export interface Engine {
  search(question: string, k: number): readonly number[] | Promise<readonly number[]>
  /** Gives back what it holds outside the heap. */
  close?(): void
}

/** A search engine under test. */
export interface Contender {
  readonly name: string
  build(texts: readonly string[]): Engine | Promise<Engine>
}

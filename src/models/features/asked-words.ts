/** Where a text has words of a question: places in the text, ascending, and which word each is, by its number in the question. */
export interface FoundWords {
  readonly places: readonly number[]
  readonly words: readonly number[]
}

/** The distinct words of a question, numbered from 0 as they come first. Most words of a text are none of them. */
export class AskedWords {
  readonly count: number
  /** The question as numbers of its words. */
  readonly sequence: readonly number[]
  /** Word of the reader -> its number here plus one, 0 for none. */
  readonly #numbers: Int32Array

  constructor(words: Int32Array) {
    const largest = words.reduce((most, word) => Math.max(most, word), -1)
    this.#numbers = new Int32Array(largest + 1)
    let count = 0
    for (const word of words) if (this.#numbers[word] === 0) this.#numbers[word] = ++count
    this.count = count
    this.sequence = this.find(words).words
  }

  find(text: Int32Array): FoundWords {
    const numbers = this.#numbers
    const places: number[] = []
    const words: number[] = []
    for (let place = 0; place < text.length; place++) {
      const word = text[place]!
      if (word >= numbers.length || numbers[word] === 0) continue
      places.push(place)
      words.push(numbers[word]! - 1)
    }
    return { places, words }
  }
}

import type { Chunk } from '../model.ts'

/** Finds chunks in their document's text, quickest in the document's order. */
export class TextPlaces {
  readonly #text: string
  /** Of the chunk before: its first line, and where that line and the chunk begin. */
  #line = 1
  #lineStart = 0
  #chunkStart = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Where the chunk's text stands, from its first line on; -1 where it does not stand there as it is. */
  find({ startLine, endLine, text }: Pick<Chunk, 'startLine' | 'endLine' | 'text'>): number {
    if (!this.#goTo(startLine)) return -1
    const found = this.#text.startsWith(text, this.#lineStart)
      ? this.#lineStart
      : startLine === endLine
        ? this.#findInLine(text)
        : -1
    if (found >= 0) this.#chunkStart = found
    return found
  }

  /** A part of a long line: behind the beginning of the part before. */
  #findInLine(text: string): number {
    const from = Math.max(this.#lineStart, this.#chunkStart)
    const end = this.#text.indexOf('\n', from)
    const line = this.#text.slice(from, end < 0 ? undefined : end)
    const found = line.indexOf(text)
    return found < 0 ? -1 : from + found
  }

  #goTo(line: number): boolean {
    if (line < this.#line) {
      this.#line = 1
      this.#lineStart = 0
      this.#chunkStart = 0
    }
    for (; this.#line < line; this.#line++) {
      const end = this.#text.indexOf('\n', this.#lineStart)
      if (end < 0) return false
      this.#lineStart = end + 1
    }
    return true
  }
}

import { excerpt } from '../engine/excerpt.ts'

/** Characters that are kept, and quoted. */
const KEPT = 2000
const QUOTED = 400

/** The end of what a process writes; what came before is forgotten. */
export class Tail {
  #text = ''

  add(part: string): void {
    this.#text = `${this.#text}${part}`.slice(-KEPT)
  }

  /** For the end of a message; empty where nothing was written. */
  sentence(): string {
    const text = this.#text.replace(/\s+/g, ' ').trim()
    if (text === '') return ''
    const end = text.length <= QUOTED ? text : `…${text.slice(-QUOTED)}`
    return `; its stderr ends with ${excerpt(end, QUOTED + 1)}`
  }
}

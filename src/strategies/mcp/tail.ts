import { excerpt } from '../engine/excerpt.ts'

/** Characters that are kept, and quoted. */
const KEPT = 32_000
const QUOTED = 200

/** How programs in Python, JavaScript, Java, Go and Rust begin the line that says what went wrong; where it was stands around it. */
const WHAT = /^(?:[\w.$]*(?:Error|Exception)\b|panic: |thread '.*' panicked)/

/** The end of what a process writes; what came before is forgotten. */
export class Tail {
  #text = ''

  add(part: string): void {
    this.#text = `${this.#text}${part}`.slice(-KEPT)
  }

  /** For the end of a message: what went wrong, else the last that was said; empty where nothing was written. */
  sentence(): string {
    const text = onOneLine(this.#text)
    if (text === '') return ''
    return `; its stderr ends with ${excerpt(text.length <= QUOTED ? text : this.#end(text), QUOTED + 1)}`
  }

  /**
   * The last error that was written and says something else than `told`, for the end of a message: the SDK of Python tells
   * the client only that a tool failed, and why on stderr. Empty where there is none.
   */
  otherError(told: string): string {
    const lines = this.#text.trimEnd().split(/\r?\n/)
    const at = lines.findLastIndex((line) => WHAT.test(line.trim()) && !told.includes(saidIn(line)))
    if (at < 0) return ''
    // Some break lines where a terminal would end: `…` says so, as a secret may be broken there as well.
    const broken = /^\s/.test(lines[at]!) && /^\s+\w/.test(lines[at + 1] ?? '')
    const text = lines[at]!.trim() + (broken ? '…' : '')
    return `; the last error on its stderr is ${excerpt(text)}`
  }

  #end(text: string): string {
    const lines = this.#text.trimEnd().split(/\r?\n/)
    const at = lines.findLastIndex((line) => WHAT.test(line))
    return at < 0 ? `…${text.slice(-QUOTED)}` : `…${onOneLine(lines.slice(at).join('\n'))}`
  }
}

function saidIn(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim()
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

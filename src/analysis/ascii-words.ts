import { Buffer } from 'node:buffer'

const JOINER = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3

/** Kinds of the code units of ASCII: what is no letter or digit joins words. */
const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER
  if (unit >= 0x41 && unit <= 0x5a) return UPPER
  return unit >= 0x30 && unit <= 0x39 ? DIGIT : JOINER
})
const APOSTROPHE = 0x27
/** Between `A` and `a`. */
const CASE_BIT = 0x20

/**
 * The words of an ASCII token, lower-cased, side by side without what joined them: what `wordParts` and `fold` make of it,
 * without strings and regular expressions. Reused for one token after another.
 */
export class AsciiWords {
  readonly units: Uint16Array
  readonly #bytes: Buffer
  /** Word w is the units from `ends[w - 1]`, or from 0 on, to `ends[w]`. */
  readonly ends: Int32Array
  /** How many words there are. */
  count = 0
  /** Whether all words consist of letters. */
  areLetters = true

  constructor(longest: number) {
    this.units = new Uint16Array(longest)
    this.ends = new Int32Array(longest)
    this.#bytes = Buffer.alloc(longest)
  }

  /** Reads a token; `false`, and nothing to be used, where it is not ASCII or has an apostrophe. */
  read(text: Uint16Array, start: number, end: number): boolean {
    this.count = 0
    this.areLetters = true
    let length = 0
    let before = JOINER
    for (let at = start; at < end; at++) {
      const unit = text[at]!
      if (unit >= 128 || unit === APOSTROPHE) return false
      const kind = kinds[unit]!
      if (kind === JOINER || beginsWord(before, kind, at + 1 < end ? kindOf(text[at + 1]!) : JOINER)) this.#cut(length)
      before = kind
      if (kind === JOINER) continue
      if (kind === DIGIT) this.areLetters = false
      this.#put(length++, kind === UPPER ? unit | CASE_BIT : unit)
    }
    this.#cut(length)
    return true
  }

  /** The units `start` to `end` as a string. */
  text(start: number, end: number): string {
    return this.#bytes.toString('latin1', start, end)
  }

  #put(at: number, unit: number): void {
    this.units[at] = unit
    this.#bytes[at] = unit
  }

  #cut(length: number): void {
    if (length > (this.count === 0 ? 0 : this.ends[this.count - 1]!)) this.ends[this.count++] = length
  }
}

/** Between lower and upper case, before the last capital of an acronym, and between letters and digits. */
function beginsWord(before: number, kind: number, next: number): boolean {
  if (before === JOINER || (before === kind && kind !== UPPER)) return false
  if (kind !== UPPER) return kind === DIGIT || before === DIGIT
  return before !== UPPER || next === LOWER
}

function kindOf(unit: number): number {
  return unit < 128 ? kinds[unit]! : JOINER
}

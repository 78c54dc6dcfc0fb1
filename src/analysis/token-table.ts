import { UnitPool } from './unit-pool.ts'

/** What `find` says of a piece that was never set. */
export const UNSEEN = -0x8000_0000

/** Of a piece of code units below 256, so many are packed into each of two numbers. */
export const UNITS_A_NUMBER = 4
const NARROW_UNITS = 2 * UNITS_A_NUMBER
/** Of other code units, two go into a number. */
const WIDE_UNITS = 4

/** The share of slots in use beyond which a table grows: the fuller it is, the more of it stays in the cache. */
const FULLEST = 0.75

/** A slot is four numbers side by side, so that a look-up touches one line of the cache. */
const SLOT = 4
const LOW = 0
const HIGH = 1
const KIND = 2
const VALUE = 3

/** What is in LOW and HIGH: nothing; the piece itself; else the piece's hash and place, and its length is its kind. */
const EMPTY = 0
const NARROW = 1
const WIDE = 2

/**
 * A number for each distinct piece of text, without making a string of each piece.
 *
 * An open-addressing hash table over UTF-16 code units. Looking up a word allocates nothing, and short words are compared
 * as two numbers. Pieces contain no NUL.
 */
export class TokenTable {
  #slots = new Int32Array(SLOT << 12)
  readonly #long = new UnitPool()
  #size = 0

  /** The key of the piece in hand. */
  #low = 0
  #high = 0
  #kind = EMPTY

  /** The value of `text[start..end]`, or `UNSEEN`. */
  find(text: Uint16Array, start: number, end: number): number {
    this.#read(text, start, end)
    const slot = this.#slotOf(text, start)
    return this.#slots[slot + KIND] === EMPTY ? UNSEEN : this.#slots[slot + VALUE]!
  }

  /** `find` for at most eight code units below 256: the first four in `low`, the others in `high`, eight bits each. */
  findNarrow(low: number, high: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = home(low, high, mask); ; slot = (slot + SLOT) & mask) {
      const kind = slots[slot + KIND]!
      if (slots[slot + LOW] === low && slots[slot + HIGH] === high && kind === NARROW) return slots[slot + VALUE]!
      if (kind === EMPTY) return UNSEEN
    }
  }

  /** Gives an unseen piece its value. */
  add(text: Uint16Array, start: number, end: number, value: number): void {
    if (SLOT * ++this.#size > FULLEST * this.#slots.length) this.#grow()
    this.#read(text, start, end)
    const slot = this.#slotOf(text, start)
    const slots = this.#slots
    slots[slot + LOW] = this.#low
    slots[slot + HIGH] = this.#kind > WIDE ? this.#long.add(text, start, end) : this.#high
    slots[slot + KIND] = this.#kind
    slots[slot + VALUE] = value
  }

  /** The slot of the piece in hand, or the one that is free for it. */
  #slotOf(text: Uint16Array, start: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    const kind = this.#kind
    for (let slot = home(this.#low, this.#high, mask); ; slot = (slot + SLOT) & mask) {
      if (slots[slot + KIND] === EMPTY) return slot
      if (slots[slot + KIND] !== kind || slots[slot + LOW] !== this.#low) continue
      const same =
        kind > WIDE ? this.#long.equals(slots[slot + HIGH]!, text, start, kind) : slots[slot + HIGH] === this.#high
      if (same) return slot
    }
  }

  #read(text: Uint16Array, start: number, end: number): void {
    const length = end - start
    this.#kind = length <= NARROW_UNITS && isNarrow(text, start, end) ? NARROW : length <= WIDE_UNITS ? WIDE : length
    if (this.#kind > WIDE) {
      this.#low = hashOf(text, start, end)
      this.#high = 0
      return
    }
    const bits = this.#kind === NARROW ? 8 : 16
    const middle = start + (this.#kind === NARROW ? UNITS_A_NUMBER : WIDE_UNITS / 2)
    this.#low = packed(text, start, Math.min(middle, end), bits)
    this.#high = packed(text, middle, end, bits)
  }

  #grow(): void {
    const old = this.#slots
    const slots = new Int32Array(old.length * 2)
    const mask = slots.length - 1
    for (let from = 0; from < old.length; from += SLOT) {
      const kind = old[from + KIND]!
      if (kind === EMPTY) continue
      let slot = home(old[from + LOW]!, kind > WIDE ? 0 : old[from + HIGH]!, mask)
      while (slots[slot + KIND] !== EMPTY) slot = (slot + SLOT) & mask
      for (let i = 0; i < SLOT; i++) slots[slot + i] = old[from + i]!
    }
    this.#slots = slots
  }
}

function isNarrow(text: Uint16Array, start: number, end: number): boolean {
  let all = 0
  for (let i = start; i < end; i++) all |= text[i]!
  return all < 256
}

function packed(text: Uint16Array, start: number, end: number, bits: number): number {
  let number = 0
  for (let i = start; i < end; i++) number = (number << bits) | text[i]!
  return number
}

/** FNV-1a, with a code unit where the original takes a byte. */
function hashOf(text: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text[i]!, 0x01000193)
  return hash
}

/** The first slot of a key: its two numbers, mixed by multiplication with odd constants (Knuth's, and MurmurHash3's). */
function home(low: number, high: number, mask: number): number {
  const hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  return ((hash ^ (hash >>> 15)) * SLOT) & mask
}

/** What `find` says of a piece that was never set. */
export const UNSEEN = -0x8000_0000

/** A slot is four numbers side by side, so that a look-up touches one line of the cache. */
const SLOT = 4
const HASH = 0
const START = 1
const END = 2
const VALUE = 3

/**
 * A number for each distinct piece of text, without making a string of each piece.
 *
 * An open-addressing hash table over UTF-16 code units: looking up a word allocates nothing.
 */
export class TokenTable {
  #slots = new Int32Array(SLOT << 12)
  #units = new Uint16Array(1 << 15)
  #unitCount = 0
  #size = 0

  /** The value of `text[start..end]`, or `UNSEEN`. Pieces are not empty; `hash` is that of `hashUnit` over their units. */
  find(text: Uint16Array, start: number, end: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = home(hash, mask); ; slot = (slot + SLOT) & mask) {
      const known = slots[slot + START]!
      const length = slots[slot + END]! - known
      if (length === 0) return UNSEEN
      if (slots[slot + HASH] !== hash || length !== end - start) continue
      if (this.#equals(known, text, start, length)) return slots[slot + VALUE]!
    }
  }

  /** Gives an unseen piece its value. */
  add(text: Uint16Array, start: number, end: number, hash: number, value: number): void {
    if (SLOT * 2 * ++this.#size > this.#slots.length) this.#grow()
    const known = this.#unitCount
    this.#unitCount += end - start
    if (this.#unitCount > this.#units.length) {
      const units = new Uint16Array(Math.max(this.#unitCount, this.#units.length * 2))
      units.set(this.#units)
      this.#units = units
    }
    this.#units.set(text.subarray(start, end), known)
    this.#place(hash, known, this.#unitCount, value)
  }

  #equals(known: number, text: Uint16Array, start: number, length: number): boolean {
    const units = this.#units
    for (let i = 0; i < length; i++) if (units[known + i] !== text[start + i]) return false
    return true
  }

  #place(hash: number, start: number, end: number, value: number): void {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = home(hash, mask)
    while (slots[slot + END] !== 0) slot = (slot + SLOT) & mask
    slots[slot + HASH] = hash
    slots[slot + START] = start
    slots[slot + END] = end
    slots[slot + VALUE] = value
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Int32Array(old.length * 2)
    for (let slot = 0; slot < old.length; slot += SLOT) {
      if (old[slot + END] === 0) continue
      this.#place(old[slot + HASH]!, old[slot + START]!, old[slot + END]!, old[slot + VALUE]!)
    }
  }
}

/** The hash of nothing; feed it code unit by code unit to `hashUnit`. */
export const HASH_SEED = 0x811c9dc5 | 0

/** FNV-1a, with a code unit where the original takes a byte. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** The first slot of a hash. FNV's low bits alone are weak. */
function home(hash: number, mask: number): number {
  return ((hash ^ (hash >>> 15)) * SLOT) & mask
}

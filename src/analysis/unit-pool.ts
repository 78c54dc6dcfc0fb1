/** Pieces of text one behind the other in one growing array. */
export class UnitPool {
  #units = new Uint16Array(1 << 12)
  #size = 0

  /** Puts a piece behind the others; returns where it begins. */
  add(text: Uint16Array, start: number, end: number): number {
    const at = this.#size
    this.#size += end - start
    if (this.#size > this.#units.length) {
      const units = new Uint16Array(Math.max(this.#size, this.#units.length * 2))
      units.set(this.#units)
      this.#units = units
    }
    const units = this.#units
    for (let i = start; i < end; i++) units[at + i - start] = text[i]!
    return at
  }

  /** Whether the `length` code units at a place are those of `text` from `start` on. */
  equals(at: number, text: Uint16Array, start: number, length: number): boolean {
    const units = this.#units
    for (let i = 0; i < length; i++) if (units[at + i] !== text[start + i]) return false
    return true
  }
}

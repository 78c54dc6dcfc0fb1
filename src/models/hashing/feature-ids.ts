import { GrowingInts } from './growing-ints.ts'

/** Numbers features, told apart by their hashes, in the order of first sight: the common ones lie close together. */
export class FeatureIds {
  /** By id. */
  readonly hashes = new GrowingInts()
  /** Open addressing; a slot holds an id plus one, or 0. */
  #slots = new Int32Array(1 << 14)

  idOf(hash: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]! - 1
      if (id < 0) return this.#add(hash, slot)
      if (this.hashes.values[id] === hash) return id
    }
  }

  #add(hash: number, slot: number): number {
    this.hashes.push(hash)
    this.#slots[slot] = this.hashes.size
    if (2 * this.hashes.size > this.#slots.length) this.#grow()
    return this.hashes.size - 1
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let id = 0; id < this.hashes.size; id++) {
      let slot = this.hashes.values[id]! & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.#slots = slots
  }
}

/** The parameters of 32-bit FNV-1a. */
const OFFSET = 0x811c9dc5 | 0
const PRIME = 0x01000193

/** The hash of the id `bytes[start, end)`. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = OFFSET
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, PRIME)
  return hash
}

/**
 * Distinct ids, each under an owner, kept as bytes in flat arrays: about 16 bytes an id besides its own, and no string is
 * made. An id's index is the order in which it was added.
 */
export class IdTable {
  size = 0
  bytes = new Uint8Array(1024)
  /** `bytes[starts[i], starts[i + 1])` is id i. */
  starts = new Int32Array(65)
  hashes = new Int32Array(64)
  #owners = new Int32Array(64)
  #slots = new Int32Array(128).fill(-1)

  /** The index of the id, or -1. `hash` is `hashBytes` of it. */
  find(owner: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    return this.#slots[this.#slotOf(owner, hash, bytes, start, end)]!
  }

  /** Adds the id and says true; false where the owner has it already. Copies and hashes in one pass. */
  add(owner: number, bytes: Uint8Array, start: number, end: number): boolean {
    this.#makeRoom(end - start)
    const kept = this.bytes
    let to = this.starts[this.size]!
    let hash = OFFSET
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!
      kept[to++] = byte
      hash = Math.imul(hash ^ byte, PRIME)
    }
    const slot = this.#slotOf(owner, hash, bytes, start, end)
    if (this.#slots[slot] !== -1) return false
    this.#slots[slot] = this.size
    this.hashes[this.size] = hash
    this.#owners[this.size] = owner
    this.size++
    this.starts[this.size] = to
    return true
  }

  /** Whether id `index` is `bytes[start, end)`. */
  equals(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.starts[index]!
    if (this.starts[index + 1]! - from !== end - start) return false
    for (let i = start; i < end; i++) if (this.bytes[from + i - start] !== bytes[i]) return false
    return true
  }

  /** Byte order of two ids, as `strcmp`: below 0 where the first comes first. */
  compare(a: number, b: number): number {
    const { bytes, starts } = this
    const length = Math.min(starts[a + 1]! - starts[a]!, starts[b + 1]! - starts[b]!)
    for (let i = 0; i < length; i++) {
      const difference = bytes[starts[a]! + i]! - bytes[starts[b]! + i]!
      if (difference !== 0) return difference
    }
    return starts[a + 1]! - starts[a]! - (starts[b + 1]! - starts[b]!)
  }

  owner(index: number): number {
    return this.#owners[index]!
  }

  text(index: number): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      this.bytes.subarray(this.starts[index], this.starts[index + 1]),
    )
  }

  /** Empties the table and keeps its memory, except slots that one outsize use left behind. */
  clear(): void {
    if (this.#slots.length > 16 * this.size && this.#slots.length > 4096) this.#slots = new Int32Array(4096)
    this.#slots.fill(-1)
    this.size = 0
  }

  #slotOf(owner: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1
    let slot = Math.imul(hash ^ Math.imul(owner, 0x9e3779b1), 0x85ebca6b) >>> 0
    for (slot = (slot ^ (slot >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const index = this.#slots[slot]!
      if (index === -1) return slot
      const same = this.hashes[index] === hash && this.#owners[index] === owner
      if (same && this.equals(index, bytes, start, end)) return slot
    }
  }

  #makeRoom(length: number): void {
    const used = this.starts[this.size]!
    if (used + length > this.bytes.length) {
      const grown = new Uint8Array(2 * (used + length))
      grown.set(this.bytes.subarray(0, used))
      this.bytes = grown
    }
    if (this.size === this.hashes.length) {
      this.hashes = doubled(this.hashes)
      this.#owners = doubled(this.#owners)
      this.starts = doubled(this.starts)
    }
    if (2 * this.size >= this.#slots.length) this.#rehash(2 * this.#slots.length)
  }

  #rehash(length: number): void {
    this.#slots = new Int32Array(length).fill(-1)
    const { bytes, starts } = this
    for (let i = 0; i < this.size; i++) {
      this.#slots[this.#slotOf(this.#owners[i]!, this.hashes[i]!, bytes, starts[i]!, starts[i + 1]!)] = i
    }
  }
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(2 * array.length)
  grown.set(array)
  return grown
}

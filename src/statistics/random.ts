const WORD = 4294967296

/** The largest bound for which `x * bound` stays exact in a double for every 32-bit x. */
const EXACT_BOUND = 2097152

/**
 * The random source of every resampling: Chris Doty-Humphrey's sfc32 (PractRand), seeded from text, so that the same
 * seed gives the same numbers on every machine and version.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter: number

  constructor(seed: string) {
    const [a, b, c, counter] = words(seed)
    this.#a = a
    this.#b = b
    this.#c = c
    this.#counter = counter
    for (let i = 0; i < 16; i++) this.word()
  }

  /** A whole number in [0, 2^32). */
  word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** A number in [0, 1) with 32 random bits. */
  unit(): number {
    return this.word() / WORD
  }

  /** An index in [0, bound), each exactly as likely as any other. Throws a RangeError for a bound outside 1..2^21. */
  index(bound: number): number {
    const threshold = remainder(checked(bound))
    for (;;) {
      const word = this.word()
      if (Math.imul(word, bound) >>> 0 >= threshold) return Math.floor((word * bound) / WORD)
    }
  }

  /**
   * Fills `target` with independent indices in [0, bound): one whole 32-bit draw each (halves of a draw would bias an
   * interval), made exactly uniform by Lemire's rejection ("Fast random integer generation in an interval", 2019).
   */
  fill(target: Int32Array, bound: number): void {
    const threshold = remainder(checked(bound))
    // Without `| 0` the engine does not know that these are 32-bit integers, and the loop takes three times as long.
    let a = this.#a | 0
    let b = this.#b | 0
    let c = this.#c | 0
    let counter = this.#counter | 0
    for (let i = 0; i < target.length; ) {
      const sum = (((a + b) | 0) + counter) | 0
      counter = (counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + sum) | 0
      if (Math.imul(sum, bound) >>> 0 < threshold) continue
      target[i++] = ((sum >>> 0) * bound) / WORD
    }
    this.#a = a
    this.#b = b
    this.#c = c
    this.#counter = counter
  }
}

function checked(bound: number): number {
  if (Number.isInteger(bound) && bound >= 1 && bound <= EXACT_BOUND) return bound
  throw new RangeError(`an index needs a bound from 1 to ${EXACT_BOUND}, not ${bound}`)
}

/** 2^32 modulo the bound, in whole 32-bit numbers. */
function remainder(bound: number): number {
  return (-bound >>> 0) % bound
}

/** Four words that each depend on every character of the seed: FNV-1a with four offsets, finished as in MurmurHash3. */
function words(seed: string): [number, number, number, number] {
  const hash = (offset: number): number => {
    let h = offset
    for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 0x01000193)
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    return h ^ (h >>> 16)
  }
  return [hash(0x811c9dc5), hash(0x9e3779b9), hash(0x243f6a88), hash(0xb7e15162)]
}

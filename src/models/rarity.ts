/** Steps of one natural logarithm. Rounded to whole steps, the last bit of the engine's logarithm cannot matter. */
const STEPS = 256

/** How rare features are among the texts of a knowledge base. */
export class Rarity {
  /** By feature: how many of the texts have it. */
  #textsWith = new Int32Array(0)
  #total = 0
  /** By that number n: ln((1 + N) / (1 + n)) in steps, and one; 0 for none, since that could only meet others by accident. */
  #weights = new Int32Array(0)

  /** Adds a text by its distinct features; ids are below `featureCount`. */
  add(features: Int32Array, featureCount: number): void {
    if (this.#textsWith.length < featureCount) {
      const grown = new Int32Array(2 * featureCount)
      grown.set(this.#textsWith)
      this.#textsWith = grown
    }
    for (let i = 0; i < features.length; i++) this.#textsWith[features[i]!] = this.#textsWith[features[i]!]! + 1
    this.#total++
  }

  /** To be called once, after the last `add`. */
  finish(): void {
    const total = 1 + this.#total
    this.#weights = Int32Array.from({ length: total }, (_, n) => (n === 0 ? 0 : logarithmSteps(total / (1 + n)) + 1))
  }

  weight(feature: number): number {
    return this.#weights[this.#textsWith[feature] ?? 0]!
  }
}

const SMALL_COUNTS = 256
const sublinear = Int32Array.from({ length: SMALL_COUNTS }, (_, count) => sublinearSteps(count))

/** What occurring that often weighs: 1 + ln(count), in steps. */
export function frequencyWeight(count: number): number {
  return count < SMALL_COUNTS ? sublinear[count]! : sublinearSteps(count)
}

function sublinearSteps(count: number): number {
  return count === 0 ? 0 : STEPS + logarithmSteps(count)
}

function logarithmSteps(value: number): number {
  return Math.round(STEPS * Math.log(value))
}

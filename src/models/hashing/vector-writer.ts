import { frequencyWeight, type Rarity } from '../rarity.ts'
import type { ByteVectors } from '../vectors.ts'
import type { FeatureCounter } from './feature-counter.ts'

/** Fills rows of int8 vectors from counted features. Until they are scaled to bytes, weights are whole numbers and exact. */
export class VectorWriter {
  readonly #counter: FeatureCounter
  readonly #rarity: Rarity
  readonly #buckets: Float64Array

  constructor(counter: FeatureCounter, rarity: Rarity, dimensions: number) {
    this.#counter = counter
    this.#rarity = rarity
    this.#buckets = new Float64Array(dimensions)
  }

  /** Writes the vector of a text's terms as row `row`. */
  write(terms: Int32Array, vectors: ByteVectors, row: number): void {
    const buckets = this.#buckets.fill(0)
    const features = this.#counter.count(terms)
    const { counts, hashes } = this.#counter
    for (let i = 0; i < features.length; i++) {
      const feature = features[i]!
      const weight = this.#rarity.weight(feature) * frequencyWeight(counts[feature]!)
      const bucket = bucketOf(hashes[feature]!, buckets.length)
      buckets[bucket] = buckets[bucket]! + signOf(hashes[feature]!) * weight
    }
    this.#counter.clear()
    toBytes(buckets, vectors, row)
  }
}

/** Which bucket a feature goes to: the hash without its last bit, which is the sign. */
export function bucketOf(hash: number, buckets: number): number {
  return (hash >>> 1) % buckets
}

export function signOf(hash: number): 1 | -1 {
  return (hash & 1) === 0 ? 1 : -1
}

/** The nearest multiples of a 127th of the largest value; `scales` makes the row's length one. */
function toBytes(values: Float64Array, { values: bytes, scales, dimensions }: ByteVectors, row: number): void {
  let largest = 0
  for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(values[i]!))
  if (largest === 0) return
  const start = row * dimensions
  let squares = 0
  for (let i = 0; i < dimensions; i++) {
    if (values[i] === 0) continue
    const byte = Math.round((values[i]! * 127) / largest)
    bytes[start + i] = byte
    squares += byte * byte
  }
  scales[row] = 1 / Math.sqrt(squares)
}

import type { FloatVectors } from '../../src/models/vectors.ts'
import { Random } from '../../src/statistics/random.ts'

/** Seeded vectors of unit length. */
export function randomVectors(count: number, dimensions: number, seed: string): FloatVectors {
  const random = new Random(seed)
  const values = new Float32Array(count * dimensions)
  for (let start = 0; start < values.length; start += dimensions) {
    let squares = 0
    for (let i = start; i < start + dimensions; i++) {
      // Three draws make something like a bell, so that the directions are spread evenly.
      values[i] = random.unit() + random.unit() + random.unit() - 1.5
      squares += values[i]! ** 2
    }
    for (let i = start; i < start + dimensions; i++) values[i] = values[i]! / Math.sqrt(squares)
  }
  return { precision: 'float32', count, dimensions, values }
}

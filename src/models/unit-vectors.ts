import type { FloatVectors } from './vectors.ts'

/**
 * Vectors of one length as rows of length one; what is beyond `dimensions` is cut off first, which models trained for that
 * (Matryoshka) allow. `values`, of that many rows, is written into where it is given.
 */
export function unitVectors(
  vectors: readonly Float32Array[],
  dimensions: number,
  values: Float32Array = new Float32Array(vectors.length * dimensions),
): FloatVectors {
  for (const [row, vector] of vectors.entries()) writeUnit(vector, values, row * dimensions, dimensions)
  return { precision: 'float32', count: vectors.length, dimensions, values }
}

function writeUnit(vector: Float32Array, values: Float32Array, at: number, dimensions: number): void {
  let sum = 0
  for (let i = 0; i < dimensions; i++) sum += vector[i]! * vector[i]!
  const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0
  for (let i = 0; i < dimensions; i++) values[at + i] = vector[i]! * scale
}

/** The cosine of the angle between two vectors of one length; 0 where one of them is nothing. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0
  let ofA = 0
  let ofB = 0
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    ofA += a[i]! * a[i]!
    ofB += b[i]! * b[i]!
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB)
}

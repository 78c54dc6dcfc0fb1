import type { Vectors } from './vectors.ts'

export interface VectorRow {
  readonly vectors: Vectors
  readonly row: number
}

/** Adds `weight` times a row to `sum`, which is of its length. */
export function addRow(sum: Float64Array, { vectors, row }: VectorRow, weight = 1): void {
  const { dimensions, values } = vectors
  const start = row * dimensions
  const factor = vectors.precision === 'int8' ? weight * vectors.scales[row]! : weight
  for (let i = 0; i < dimensions; i++) sum[i]! += values[start + i]! * factor
}

/** The dot product of a row and a vector of its length, in four running sums that the processor can overlap. */
export function dotRow({ vectors, row }: VectorRow, other: Float64Array): number {
  const { dimensions, values } = vectors
  const start = row * dimensions
  const whole = dimensions & ~3
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < whole; i += 4) {
    a += values[start + i]! * other[i]!
    b += values[start + i + 1]! * other[i + 1]!
    c += values[start + i + 2]! * other[i + 2]!
    d += values[start + i + 3]! * other[i + 3]!
  }
  for (let i = whole; i < dimensions; i++) a += values[start + i]! * other[i]!
  const sum = a + b + (c + d)
  return vectors.precision === 'int8' ? sum * vectors.scales[row]! : sum
}

/** Brings a vector to length one; a vector of zeros stays as it is. */
export function normalise(vector: Float64Array): Float64Array {
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) return vector
  const length = Math.sqrt(squares)
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! / length
  return vector
}

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
  for (let i = 0; i < dimensions; i++) sum[i] = sum[i]! + values[start + i]! * factor
}

/** The dot product of a row and a vector of its length. */
export function dotRow({ vectors, row }: VectorRow, other: Float64Array): number {
  const { dimensions, values } = vectors
  const start = row * dimensions
  let sum = 0
  for (let i = 0; i < dimensions; i++) sum += values[start + i]! * other[i]!
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

import { addRow, normalise, type VectorRow } from './vector-rows.ts'
import type { Vectors } from './vectors.ts'

/** Of int8 vectors: the largest value becomes this. */
const LARGEST = 127

/** One vector for each group of rows: their mean, brought to length one, in the form of `like`, as all rows are. */
export function meanVectors(groups: readonly (readonly VectorRow[])[], like: Vectors): Vectors {
  const { dimensions } = like
  const means = groups.map((rows) => meanOf(rows, dimensions))
  if (like.precision === 'float32') {
    const values = new Float32Array(groups.length * dimensions)
    for (const [row, mean] of means.entries()) values.set(mean, row * dimensions)
    return { precision: 'float32', count: groups.length, dimensions, values }
  }
  const values = new Int8Array(groups.length * dimensions)
  const scales = new Float32Array(groups.length)
  for (const [row, mean] of means.entries()) {
    const largest = mean.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    if (largest === 0) continue
    const bytes = values.subarray(row * dimensions, (row + 1) * dimensions)
    for (let i = 0; i < dimensions; i++) bytes[i] = Math.round((mean[i]! * LARGEST) / largest)
    scales[row] = 1 / Math.sqrt(bytes.reduce((sum, byte) => sum + byte * byte, 0))
  }
  return { precision: 'int8', count: groups.length, dimensions, values, scales }
}

function meanOf(rows: readonly VectorRow[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions)
  for (const row of rows) addRow(sum, row)
  return normalise(sum)
}

import type { Vectors } from '../../models/vectors.ts'
import { floatRow } from '../loading/piece-vectors.ts'

/**
 * Vectors as PostgreSQL's binary form of `vector[]`: no digits are written or read. `oid` is that of the type `vector`.
 * https://github.com/pgvector/pgvector/blob/master/src/vector.c (vector_recv), array_recv in PostgreSQL's arrayfuncs.c.
 */
export function binaryVectors(vectors: Vectors, oid: number): Buffer {
  const { count, dimensions } = vectors
  const size = 4 + 4 * dimensions
  const bytes = Buffer.alloc(20 + count * (4 + size))
  for (const [index, value] of [1, 0, oid, count, 1].entries()) bytes.writeInt32BE(value, 4 * index)
  let at = 20
  for (let row = 0; row < count; row++) {
    bytes.writeInt32BE(size, at)
    bytes.writeInt16BE(dimensions, at + 4)
    at += 8
    for (const value of floatRow(vectors, row)) at = bytes.writeFloatBE(value, at)
  }
  return bytes
}

/** A vector as PostgreSQL's binary form of `vector`, for a parameter that is known to be one. */
export function binaryVector(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 4 * vector.length)
  bytes.writeInt16BE(vector.length, 0)
  bytes.writeInt16BE(0, 2)
  let at = 4
  for (const value of vector) at = bytes.writeFloatBE(value, at)
  return bytes
}

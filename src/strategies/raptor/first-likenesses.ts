import type { Vectors } from '../../models/vectors.ts'
import type { VectorIndex } from '../dense/vector-index.ts'
import type { Likenesses } from './halving-tree.ts'

/** Rows that are compared with all others at once: among them are the candidates of the first halvings, the largest. */
const MOST = 128

/** The likeness of the first rows in an order to every row. */
export function firstLikenesses(index: VectorIndex, rank: readonly number[]): Likenesses {
  const rows = [...rank.keys()].sort((a, b) => rank[a]! - rank[b]!).slice(0, MOST)
  const scores = index.scores(rowsAt(index.vectors, rows))
  return new Map(rows.map((row, at) => [row, scores[at]!]))
}

function rowsAt(vectors: Vectors, rows: readonly number[]): Vectors {
  const { dimensions } = vectors
  const shape = { count: rows.length, dimensions }
  const copy = <T extends Float32Array | Int8Array>(values: T, to: T): T => {
    for (const [index, row] of rows.entries()) {
      to.set(values.subarray(row * dimensions, (row + 1) * dimensions), index * dimensions)
    }
    return to
  }
  const length = rows.length * dimensions
  if (vectors.precision === 'float32')
    return { ...shape, precision: 'float32', values: copy(vectors.values, new Float32Array(length)) }
  const scales = Float32Array.from(rows, (row) => vectors.scales[row]!)
  return { ...shape, precision: 'int8', values: copy(vectors.values, new Int8Array(length)), scales }
}

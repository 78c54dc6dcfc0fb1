import { type DenseMatrix, zeroMatrix } from './dense-matrix.ts'
import { orthonormalise } from './orthonormalise.ts'
import { multiply, multiplyTransposed, type SparseRow } from './sparse-rows.ts'

/** Rounds of power iteration: enough for the flat spectra of texts. */
const ROUNDS = 2

/**
 * An orthonormal basis, one column a vector, of (nearly) the space that the first `dimensions` right singular vectors of a
 * sparse matrix span: randomised subspace iteration (Halko, Martinsson and Tropp, "Finding structure with randomness",
 * SIAM Review 2011, algorithm 4.4). Cosines within a space do not depend on its basis, so the vectors themselves are not needed.
 *
 * `pause` is awaited between the steps.
 */
export async function topSubspace(
  rows: readonly SparseRow[],
  columns: number,
  dimensions: number,
  pause: () => Promise<void>,
): Promise<DenseMatrix> {
  let left = scattered(rows.length, dimensions)
  for (let round = 0; round < ROUNDS; round++) {
    left = multiply(rows, multiplyTransposed(rows, columns, left))
    await pause()
    orthonormalise(left)
    await pause()
  }
  const basis = multiplyTransposed(rows, columns, left)
  orthonormalise(basis)
  return basis
}

/** Numbers from -1 to 1 without order, always the same: the index, mixed (the finish of MurmurHash3). */
function scattered(rows: number, columns: number): DenseMatrix {
  const matrix = zeroMatrix(rows, columns)
  for (let i = 0; i < matrix.values.length; i++) {
    let h = Math.imul(i + 1, 0x9e3779b1)
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    matrix.values[i] = (h ^ (h >>> 16)) / 0x80000000
  }
  return matrix
}

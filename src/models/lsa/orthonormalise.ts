import type { DenseMatrix } from './dense-matrix.ts'

/** A column whose part outside the columns before it is smaller than this, squared and relative, is theirs already. */
const NEGLIGIBLE = 1e-10

/**
 * Makes the columns orthonormal, in place, by the Cholesky factor of their products ("CholeskyQR"); a column that depends on
 * those before it becomes zero. Good to about 1e-16 times the squared ratio of largest to smallest column direction.
 */
export function orthonormalise(matrix: DenseMatrix): void {
  const factor = cholesky(gram(matrix), matrix.columns)
  eachFourRows(matrix, (w, x, y, z) => solve(factor, matrix.columns, w, x, y, z))
}

type FourRows = (w: Float64Array, x: Float64Array, y: Float64Array, z: Float64Array) => void

/** Four rows at a time spare memory traffic; what is missing at the end is zero. */
function eachFourRows({ rows, columns: d, values }: DenseMatrix, visit: FourRows): void {
  const rowAt = (row: number) => (row < rows ? values.subarray(row * d, (row + 1) * d) : new Float64Array(d))
  for (let row = 0; row < rows; row += 4) visit(rowAt(row), rowAt(row + 1), rowAt(row + 2), rowAt(row + 3))
}

/** Multiplies four rows with the inverse of an upper triangular matrix. */
function solve(
  factor: Float64Array,
  d: number,
  w: Float64Array,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
): void {
  for (let i = 0; i < d; i++) {
    const at = i * d
    const inverse = factor[at + i] === 0 ? 0 : 1 / factor[at + i]!
    const [a, b, c, e] = [w[i]! * inverse, x[i]! * inverse, y[i]! * inverse, z[i]! * inverse]
    for (let j = i + 1; j < d; j++) {
      const f = factor[at + j]!
      w[j] = w[j]! - a * f
      x[j] = x[j]! - b * f
      y[j] = y[j]! - c * f
      z[j] = z[j]! - e * f
    }
    w[i] = a
    x[i] = b
    y[i] = c
    z[i] = e
  }
}

/** The products of all pairs of columns, upper half. */
function gram(matrix: DenseMatrix): Float64Array {
  const products = new Float64Array(matrix.columns ** 2)
  eachFourRows(matrix, (w, x, y, z) => addOuter(products, matrix.columns, w, x, y, z))
  return products
}

function addOuter(
  products: Float64Array,
  d: number,
  w: Float64Array,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
): void {
  for (let i = 0; i < d; i++) {
    const [a, b, c, e] = [w[i]!, x[i]!, y[i]!, z[i]!]
    const at = i * d
    for (let j = i; j < d; j++) products[at + j] = products[at + j]! + (a * w[j]! + b * x[j]!) + (c * y[j]! + e * z[j]!)
  }
}

/** The upper triangular R with RᵀR equal to the given matrix, in its upper half; rows of negligible pivots are zero. */
function cholesky(matrix: Float64Array, d: number): Float64Array {
  const before = Float64Array.from({ length: d }, (_, i) => matrix[i * d + i]!)
  for (let i = 0; i < d; i++) {
    const row = matrix.subarray(i * d, (i + 1) * d)
    const pivot = row[i]!
    const root = pivot > NEGLIGIBLE * before[i]! ? Math.sqrt(pivot) : 0
    for (let j = i; j < d; j++) row[j] = root === 0 ? 0 : row[j]! / root
    for (let k = i + 1; k < d; k++) {
      const factor = row[k]!
      if (factor !== 0) for (let j = k; j < d; j++) matrix[k * d + j] = matrix[k * d + j]! - factor * row[j]!
    }
  }
  return matrix
}

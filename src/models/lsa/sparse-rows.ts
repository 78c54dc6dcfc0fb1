import { type DenseMatrix, zeroMatrix } from './dense-matrix.ts'

/** One row of a sparse matrix: columns and values. */
export interface SparseRow {
  readonly columns: Int32Array
  readonly values: Float64Array
}

/** The product of a sparse matrix and a dense one. */
export function multiply(rows: readonly SparseRow[], right: DenseMatrix): DenseMatrix {
  const product = zeroMatrix(rows.length, right.columns)
  for (const [index, row] of rows.entries()) addProduct(row, right, product.values, index * right.columns)
  return product
}

/** Adds the product of one sparse row and a dense matrix to `into`, from `start` on. */
export function addProduct(row: SparseRow, right: DenseMatrix, into: Float64Array, start: number): void {
  const { columns: width, values } = right
  for (let i = 0; i < row.columns.length; i++) {
    const factor = row.values[i]!
    const from = row.columns[i]! * width
    for (let j = 0; j < width; j++) into[start + j] = into[start + j]! + factor * values[from + j]!
  }
}

/** The product of the transpose of a sparse matrix with `columns` columns, and a dense one. */
export function multiplyTransposed(rows: readonly SparseRow[], columns: number, right: DenseMatrix): DenseMatrix {
  const product = zeroMatrix(columns, right.columns)
  const { columns: width, values } = right
  for (const [index, row] of rows.entries()) {
    const from = index * width
    for (let i = 0; i < row.columns.length; i++) {
      const factor = row.values[i]!
      const to = row.columns[i]! * width
      for (let j = 0; j < width; j++) product.values[to + j] = product.values[to + j]! + factor * values[from + j]!
    }
  }
  return product
}

/** A matrix of doubles, row after row. */
export interface DenseMatrix {
  readonly rows: number
  readonly columns: number
  readonly values: Float64Array
}

export function zeroMatrix(rows: number, columns: number): DenseMatrix {
  return { rows, columns, values: new Float64Array(rows * columns) }
}

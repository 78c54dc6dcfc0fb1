/**
 * Vectors of one length, row after row, whose dot product is their similarity: unit vectors give the cosine.
 * A row of zeros stands for a text with nothing in it.
 */
export type Vectors = FloatVectors | ByteVectors

interface Rows {
  readonly count: number
  readonly dimensions: number
}

export interface FloatVectors extends Rows {
  readonly precision: 'float32'
  readonly values: Float32Array
}

/** Row r is `values` of that row times `scales[r]`. */
export interface ByteVectors extends Rows {
  readonly precision: 'int8'
  readonly values: Int8Array
  readonly scales: Float32Array
}

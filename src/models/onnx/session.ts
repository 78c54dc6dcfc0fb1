/** Token ids of some texts, row after row, each row padded to the same length. */
export interface TokenBatch {
  readonly rows: number
  /** Of a row. */
  readonly length: number
  readonly ids: BigInt64Array
  /** 1 for a token, 0 for padding. */
  readonly mask: BigInt64Array
  /** 0 for the first text of a pair, 1 for the second. */
  readonly types: BigInt64Array
}

/** What a model makes of a batch: numbers in row order. */
export interface Output {
  readonly name: string
  /** `[rows, length, width]`, `[rows, width]` or `[rows]`. */
  readonly dims: readonly number[]
  readonly values: Float32Array
}

/** A loaded ONNX model. */
export interface Session {
  /** Which runtime it is in: `native` or `wasm`. */
  readonly runtime: 'native' | 'wasm'
  readonly inputs: readonly string[]
  run(batch: TokenBatch): Promise<readonly Output[]>
}

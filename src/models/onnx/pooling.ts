import type { Output, TokenBatch } from './session.ts'

export type Pooling = 'mean' | 'cls'

/**
 * One vector a row from a model's token vectors: their mean over the tokens that are no padding, or the first one's
 * (Reimers and Gurevych, "Sentence-BERT", EMNLP 2019). What has one vector a row already is taken as it is.
 * @throws Error for an output of another form
 */
export function pooled(output: Output, { rows, length, mask }: TokenBatch, pooling: Pooling): Float32Array[] {
  const { dims, values, name } = output
  const width = dims.at(-1) ?? 0
  if (dims.length === 2 && dims[0] === rows) {
    return Array.from({ length: rows }, (_, row) => values.slice(row * width, (row + 1) * width))
  }
  if (dims.length !== 3 || dims[0] !== rows || dims[1] !== length) {
    throw new Error(
      `the output \`${name}\` is [${dims.join(', ')}]; expected [${rows}, ${length}, width] or [${rows}, width]`,
    )
  }
  return Array.from({ length: rows }, (_, row) => {
    const start = row * length * width
    if (pooling === 'cls') return values.slice(start, start + width)
    return meanOfTokens(
      values.subarray(start, start + length * width),
      mask.subarray(row * length, (row + 1) * length),
      width,
    )
  })
}

function meanOfTokens(values: Float32Array, mask: BigInt64Array, width: number): Float32Array {
  const sum = new Float64Array(width)
  let tokens = 0
  for (const [token, counts] of mask.entries()) {
    if (counts === 0n) continue
    tokens++
    for (let i = 0; i < width; i++) sum[i] = sum[i]! + values[token * width + i]!
  }
  return Float32Array.from(sum, (value) => value / Math.max(tokens, 1))
}

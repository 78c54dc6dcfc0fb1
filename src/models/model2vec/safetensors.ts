import { z } from 'zod'

export interface Tensor {
  readonly dims: readonly number[]
  readonly values: Float32Array | Float64Array
}

const entrySchema = z.object({
  dtype: z.enum(['F64', 'F32', 'F16', 'BF16', 'I64', 'I32', 'I8']),
  shape: z.array(z.int().min(0)),
  data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
})

type Entry = z.infer<typeof entrySchema>

/** Bytes of a number. */
const SIZES: Readonly<Record<Entry['dtype'], number>> = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4, I8: 1 }

/** A header larger than this is none. */
const MOST_HEADER = 100 * 2 ** 20

/**
 * The tensors of a file in the format "safetensors": eight bytes of length, a JSON header, the numbers.
 * @throws Error for what is not such a file, or one that ends too soon
 */
export function readSafetensors(bytes: Uint8Array): Map<string, Tensor> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.length < 8 ? Number.POSITIVE_INFINITY : Number(view.getBigUint64(0, true))
  if (length > Math.min(MOST_HEADER, bytes.length - 8)) throw new Error('the header is longer than the file')
  const header = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))))
  const tensors = new Map<string, Tensor>()
  for (const [name, value] of Object.entries(header)) {
    if (name === '__metadata__') continue
    const entry = entrySchema.parse(value)
    tensors.set(name, { dims: entry.shape, values: numbersOf(name, entry, view, 8 + length) })
  }
  return tensors
}

function numbersOf(name: string, { dtype, shape, data_offsets: [start, end] }: Entry, view: DataView, base: number) {
  const size = SIZES[dtype]
  const count = shape.reduce((product, one) => product * one, 1)
  if (end - start !== count * size || base + end > view.byteLength) {
    throw new Error(`the tensor \`${name}\` does not fit: ${count} numbers of ${size} bytes in ${end - start}`)
  }
  const read = READERS[dtype]
  const values = dtype === 'I64' || dtype === 'F64' ? new Float64Array(count) : new Float32Array(count)
  for (let i = 0; i < count; i++) values[i] = read(view, base + start + i * size)
  return values
}

const READERS: Readonly<Record<Entry['dtype'], (view: DataView, at: number) => number>> = {
  F64: (view, at) => view.getFloat64(at, true),
  F32: (view, at) => view.getFloat32(at, true),
  F16: (view, at) => halfOf(view.getUint16(at, true)),
  BF16: (view, at) => upperHalfOf(view.getUint16(at, true)),
  I64: (view, at) => Number(view.getBigInt64(at, true)),
  I32: (view, at) => view.getInt32(at, true),
  I8: (view, at) => view.getInt8(at),
}

/** A number of IEEE 754 in 16 bits. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

const whole = new DataView(new ArrayBuffer(4))

/** The upper half of a number in 32 bits. */
function upperHalfOf(bits: number): number {
  whole.setUint32(0, bits << 16)
  return whole.getFloat32(0)
}

/** Arrays begin at multiples of this: of the size of every element. */
const ALIGNMENT = 8

type NumberArray = Int32Array | Float32Array | Float64Array | Uint8Array

/** A JSON header and arrays of numbers as bytes, in the machine's own order: reading them is a look at the bytes. */
export function frameArrays(header: unknown, arrays: readonly NumberArray[]): Uint8Array {
  const json = Buffer.from(JSON.stringify(header))
  const size = Buffer.alloc(ALIGNMENT)
  size.writeUInt32LE(json.length, 0)
  return Buffer.concat([size, padded(json), ...arrays.map(padded)])
}

function padded({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  if (byteLength % ALIGNMENT === 0) return bytes
  return Buffer.concat([bytes], Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT)
}

/** Reads what `frameArrays` wrote: the header, then each array in its order, of the length that the header knows. */
export class FramedArrays {
  readonly header: unknown
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes.byteOffset % ALIGNMENT === 0 ? bytes : Uint8Array.from(bytes)
    const { buffer, byteOffset } = this.#bytes
    const length = new DataView(buffer, byteOffset).getUint32(0, true)
    this.header = JSON.parse(Buffer.from(buffer, byteOffset + ALIGNMENT, length).toString())
    this.#at = ALIGNMENT + Math.ceil(length / ALIGNMENT) * ALIGNMENT
  }

  /** Throws a RangeError where the bytes end before the array does. */
  next<T>(type: ArrayType<T>, length: number): T {
    const { buffer, byteOffset, byteLength } = this.#bytes
    const size = length * type.BYTES_PER_ELEMENT
    if (this.#at + size > byteLength) throw new RangeError('the bytes end too early')
    const array = new type(buffer as ArrayBuffer, byteOffset + this.#at, length)
    this.#at += Math.ceil(size / ALIGNMENT) * ALIGNMENT
    return array
  }
}

interface ArrayType<T> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T
}

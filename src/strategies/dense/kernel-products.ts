import type { Vectors } from '../../models/vectors.ts'
import { BLOCK, type DotProducts, MOST_QUERIES } from './dot-products.ts'
import { type KernelFunction, type Loaded, loadKernel, ROW_STEP, TILE } from './kernel.ts'

/** Where things lie in the kernel's memory, in bytes. */
interface Layout {
  readonly rowBytes: number
  readonly queryBytes: number
  readonly queriesAt: number
  readonly outAt: number
  readonly size: number
}

type Shape = Pick<Vectors, 'precision' | 'count' | 'dimensions'>

/** By the memory that rows were written into. */
const loadedOf = new WeakMap<ArrayBufferLike, Loaded>()

/** An array for rows of float32 that the kernel multiplies where they lie, where it can: so they are in memory once. */
export function kernelRows(count: number, dimensions: number): Float32Array {
  const length = count * dimensions
  const layout = layoutOf({ precision: 'float32', count, dimensions })
  const loaded = dimensions % ROW_STEP === 0 ? loadKernel(layout.size) : undefined
  if (loaded === undefined) return new Float32Array(length)
  loadedOf.set(loaded.buffer, loaded)
  return new Float32Array(loaded.buffer, 0, length)
}

/** Products by the WebAssembly kernel; nothing where that cannot be loaded. Rows are copied, unless `kernelRows` holds them. */
export function kernelProducts(vectors: Vectors): DotProducts | undefined {
  const layout = layoutOf(vectors)
  const holding = loadedOf.get(vectors.values.buffer)
  if (holding !== undefined) return new KernelProducts(holding, layout, vectors)
  const loaded = loadKernel(layout.size)
  if (loaded === undefined) return undefined
  const rows = new (vectors.precision === 'int8' ? Int8Array : Float32Array)(loaded.buffer)
  copyRows(vectors, rows, layout.rowBytes / rows.BYTES_PER_ELEMENT, 0, vectors.count)
  return new KernelProducts(loaded, layout, vectors)
}

function layoutOf({ precision, count, dimensions }: Shape): Layout {
  const values = roundUp(dimensions, ROW_STEP)
  const rowBytes = values * (precision === 'int8' ? 1 : 4)
  const queryBytes = values * (precision === 'int8' ? 2 : 4)
  const queriesAt = roundUp(count, TILE) * rowBytes
  const outAt = queriesAt + MOST_QUERIES * queryBytes
  return { rowBytes, queryBytes, queriesAt, outAt, size: outAt + MOST_QUERIES * OUT_BYTES }
}

/** The products of one query with a block. */
const OUT_BYTES = 4 * BLOCK

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step
}

class KernelProducts implements DotProducts {
  readonly #layout: Layout
  readonly #tiled: KernelFunction
  readonly #single: KernelFunction
  readonly #queries: Float32Array | Int16Array
  readonly #out: Float32Array | Int32Array
  #queryCount = 0
  #rowCount = 0

  /** The rows lie at the beginning of the buffer. */
  constructor({ kernel, buffer }: Loaded, layout: Layout, { precision }: Vectors) {
    const bytes = precision === 'int8'
    const { queriesAt, outAt, queryBytes } = layout
    this.#layout = layout
    this.#tiled = bytes ? kernel.bytes : kernel.floats
    this.#single = bytes ? kernel.bytesOfOne : kernel.floatsOfOne
    const queryValues = (MOST_QUERIES * queryBytes) / (bytes ? 2 : 4)
    this.#queries = new (bytes ? Int16Array : Float32Array)(buffer, queriesAt, queryValues)
    this.#out = new (bytes ? Int32Array : Float32Array)(buffer, outAt, MOST_QUERIES * BLOCK)
  }

  load(queries: Vectors, first: number, end: number): void {
    this.#queryCount = end - first
    copyRows(queries, this.#queries, this.#layout.queryBytes / this.#queries.BYTES_PER_ELEMENT, first, end)
  }

  multiply(first: number, end: number): void {
    const { rowBytes, queriesAt, queryBytes, outAt } = this.#layout
    const single = this.#queryCount === 1
    const queries = single ? 1 : roundUp(this.#queryCount, TILE)
    this.#rowCount = end - first
    ;(single ? this.#single : this.#tiled)(
      first * rowBytes,
      roundUp(end, TILE) * rowBytes,
      rowBytes,
      queriesAt,
      queriesAt + queries * queryBytes,
      queryBytes,
      outAt,
      OUT_BYTES,
    )
  }

  of(query: number): Float32Array | Int32Array {
    return this.#out.subarray(query * BLOCK, query * BLOCK + this.#rowCount)
  }
}

/** Rows `first` to `end`, one every `step` values; what is left of a step stays zero. */
function copyRows(
  { values, dimensions }: Vectors,
  to: Float32Array | Int8Array | Int16Array,
  step: number,
  first: number,
  end: number,
): void {
  for (let row = first; row < end; row++) {
    to.set(values.subarray(row * dimensions, (row + 1) * dimensions), (row - first) * step)
  }
}

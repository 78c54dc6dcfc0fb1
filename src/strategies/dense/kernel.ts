import { Buffer } from 'node:buffer'
import { kernelBinary } from './kernel-binary.ts'

/**
 * Products of rows and queries in the module's memory; addresses and lengths in bytes. The product of row r and query q
 * goes to `out + q * outBytes + 4 * r`. Rows and queries are padded with zeros to whole `TILE`s of them, rows to whole
 * `ROW_STEP`s of values.
 */
export type KernelFunction = (
  rows: number,
  rowsEnd: number,
  rowBytes: number,
  queries: number,
  queriesEnd: number,
  queryBytes: number,
  out: number,
  outBytes: number,
) => void

/** Float32 rows and queries give float32 products; int8 rows and int16 queries give exact int32 products. */
export interface Kernel {
  readonly floats: KernelFunction
  readonly floatsOfOne: KernelFunction
  readonly bytes: KernelFunction
  readonly bytesOfOne: KernelFunction
}

/** Rows and queries are worked on in fours. */
export const TILE = 4
/** Values of a row are worked on in so many. */
export const ROW_STEP = 32

const PAGE = 65_536

/** What is used of WebAssembly; Node has it, unless it was started without a compiler (`--jitless`). */
interface WebAssemblyApi {
  Memory: new (limits: { initial: number }) => { readonly buffer: ArrayBuffer }
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

/** A kernel and the memory that it works in. */
export interface Loaded {
  readonly kernel: Kernel
  readonly buffer: ArrayBuffer
}

/** The kernel over `bytes` of zeroed memory; nothing where the machine has no WebAssembly SIMD or not that much memory. */
export function loadKernel(bytes: number): Loaded | undefined {
  const { WebAssembly } = globalThis as unknown as { WebAssembly?: WebAssemblyApi }
  if (WebAssembly === undefined) return undefined
  try {
    const module = new WebAssembly.Module(Buffer.from(kernelBinary, 'base64'))
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
    const { exports } = new WebAssembly.Instance(module, { host: { memory } })
    return { kernel: exports as Kernel, buffer: memory.buffer }
  } catch {
    // Plain loops give the same products, only later.
    return undefined
  }
}

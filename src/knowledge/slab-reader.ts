import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const SLAB_BYTES = 4 * 1024 * 1024

/** Reads many small files into few large buffers: each buffer of its own would have to be looked after one by one. */
export class SlabReader {
  #slab = Buffer.alloc(0)
  #used = 0

  /** The content of a file that had so many bytes a moment ago. Throws as `readFileSync`. */
  read(path: string, bytes: number): Buffer {
    const wanted = bytes + 1
    if (this.#used + wanted > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, wanted))
      this.#used = 0
    }
    const size = readAt(path, this.#slab, this.#used, wanted)
    if (size !== bytes) return readFileSync(path)
    const content = this.#slab.subarray(this.#used, this.#used + size)
    this.#used += size
    return content
  }
}

function readAt(path: string, into: Buffer, at: number, length: number): number {
  const file = openSync(path, 'r')
  try {
    return readSync(file, into, at, length, null)
  } finally {
    closeSync(file)
  }
}

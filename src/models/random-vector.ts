import { createHash } from 'node:crypto'

/** A vector that depends on the text and means nothing: for a run that only counts what it would ask. */
export function randomVector(text: string, dimensions: number): Float32Array {
  const bytes = createHash('shake256', { outputLength: dimensions }).update(text).digest()
  return Float32Array.from(bytes, (byte) => (byte - 127.5) / 127.5)
}

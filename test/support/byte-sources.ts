import type { ByteSource } from '../../src/evalset/byte-source.ts'

/** Text as a file, handed over in chunks of so many bytes. */
export function sourceOf(text: string | Uint8Array, path = 'file', chunkBytes = 1 << 20): ByteSource {
  const bytes = Buffer.from(text)
  const starts = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) => i * chunkBytes)
  return { path, chunks: () => starts.map((start) => bytes.subarray(start, start + chunkBytes)) }
}

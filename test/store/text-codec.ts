import type { Codec } from '../../src/store/codec.ts'

/** Rows that are texts. */
export const textCodec: Codec<string> = {
  encode: (rows) => Buffer.from(JSON.stringify([...rows])),
  decode: (bytes) => new Map(JSON.parse(Buffer.from(bytes).toString())),
}

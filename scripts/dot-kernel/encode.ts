/** The little of WebAssembly's binary format that the kernel needs (https://webassembly.github.io/spec/core/binary/). */

/** A number in LEB128, signed unless it is a count, an index or a SIMD opcode. */
export function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}

export function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)]
}

export function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

export function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content]
}

export function text(value: string): number[] {
  return vector(Array.from(value, (character) => [character.charCodeAt(0)]))
}

export const type = { i32: 0x7f, v128: 0x7b } as const

/** Instructions, each as its bytes. Labels count outwards from the innermost loop. */
export const op = {
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  tee: (local: number) => [0x22, ...unsigned(local)],
  number: (value: number) => [0x41, ...signed(value)],
  add: [0x6a],
  multiply: [0x6c],
  less: [0x49],
  /** Runs the body, and again as long as it leaves a true value. */
  repeat: (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b],
  storeInteger: (offset: number) => [0x36, 2, ...unsigned(offset)],
  storeFloat: (offset: number) => [0x38, 2, ...unsigned(offset)],
  addFloat: [0x92],
  zeros: [0xfd, 12, ...new Array<number>(16).fill(0)],
  load: (offset: number) => simd(0x00, 4, ...unsigned(offset)),
  /** Eight signed bytes as eight 16-bit numbers. */
  loadBytes: (offset: number) => simd(0x01, 3, ...unsigned(offset)),
  addFloats: simd(0xe4),
  multiplyFloats: simd(0xe6),
  floatLane: (lane: number) => simd(0x1f, lane),
  addIntegers: simd(0xae),
  /** Products of 16-bit numbers, each two neighbours added, as four 32-bit numbers. */
  dotPairs: simd(0xba),
  integerLane: (lane: number) => simd(0x1b, lane),
}

function simd(code: number, ...immediates: number[]): number[] {
  return [0xfd, ...unsigned(code), ...immediates]
}

import { isUtf8 } from 'node:buffer'
import { SKIPPED, type SkipReason } from './skipped.ts'

const LFS_POINTER = 'version https://git-lfs.github.com/spec/'
/** The Git LFS specification's bound on a pointer file. */
const LFS_POINTER_BYTES = 1024

/** Why a file has no text to read; `undefined` where it has. */
export function whyNoText(bytes: Buffer): SkipReason | undefined {
  if (bytes.includes(0) || !isUtf8(bytes)) return SKIPPED.binary
  const isPointer = bytes.length < LFS_POINTER_BYTES && bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER
  return isPointer ? SKIPPED.lfsPointer : undefined
}

/** The text of a file without its byte order mark. */
export function decodeText(bytes: Buffer): string {
  return bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0)
}

export function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

import { isUtf8 } from 'node:buffer'
import { SKIPPED, type SkipReason } from './skipped.ts'

const LFS_POINTER = 'version https://git-lfs.github.com/spec/'
/** The Git LFS specification's bound on a pointer file. */
const LFS_POINTER_BYTES = 1024

/** The text of a file without its byte order mark, or why it has none to read. */
export function decodeText(bytes: Buffer): { text: string } | { skipped: SkipReason } {
  if (bytes.includes(0) || !isUtf8(bytes)) return { skipped: SKIPPED.binary }
  const text = bytes.toString('utf8')
  if (bytes.length < LFS_POINTER_BYTES && text.startsWith(LFS_POINTER)) return { skipped: SKIPPED.lfsPointer }
  return { text: text.startsWith('\uFEFF') ? text.slice(1) : text }
}

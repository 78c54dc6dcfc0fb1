import { hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** What is kept under a key: 32 bytes, as a string of as many characters below U+0100. */
export interface StoredRecord {
  readonly key: string
  readonly value: Uint8Array
}

/** A file of records as it was found. */
export interface ReadRecords {
  readonly records: readonly StoredRecord[]
  /** Bytes at its end that are no whole record; all of them where it is no such file. */
  readonly lost: number
}

/** How the file begins; the zeros tell git that it is no text. A multiple of four, as all that follows. */
const MAGIC = Buffer.from('retrieval-gate records 1\0\0\0\n', 'latin1')
const KEY_BYTES = 32
/** Length of the value, checksum of key and value. */
const HEAD_BYTES = 8

/** A key for whatever these parts say together. */
export function keyOf(parts: readonly string[]): string {
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('')
  // At once: of a short text, that takes a fraction of what a hash takes that is updated.
  return hash('sha256', text, 'binary')
}

/** Bytes of a file with these records. */
export function recordFile(records: readonly StoredRecord[]): Buffer {
  const bytes = Buffer.alloc(MAGIC.length + bytesOf(records))
  MAGIC.copy(bytes)
  writeRecords(records, bytes, MAGIC.length)
  return bytes
}

/** Bytes that may be appended to a file of records. */
export function encodeRecords(records: readonly StoredRecord[]): Buffer {
  const bytes = Buffer.alloc(bytesOf(records))
  writeRecords(records, bytes, 0)
  return bytes
}

function bytesOf(records: readonly StoredRecord[]): number {
  return records.reduce((sum, record) => sum + recordBytes(record), 0)
}

function writeRecords(records: readonly StoredRecord[], bytes: Buffer, start: number): void {
  let at = start
  for (const record of records) {
    const { key, value } = record
    bytes.writeUInt32LE(value.length, at)
    bytes.write(key, at + HEAD_BYTES, 'latin1')
    bytes.set(value, at + HEAD_BYTES + KEY_BYTES)
    const end = at + HEAD_BYTES + KEY_BYTES + value.length
    bytes.writeUInt32LE(crc32(bytes.subarray(at + HEAD_BYTES, end)), at + 4)
    at += recordBytes(record)
  }
}

/** What a record takes in a file, up to the next multiple of four. */
export function recordBytes({ value }: StoredRecord): number {
  return HEAD_BYTES + KEY_BYTES + Math.ceil(value.length / 4) * 4
}

/** Reads a file up to the first record that is not whole. Values are views that begin at a multiple of four. */
export function readRecords(path: string): ReadRecords {
  const bytes = readBytes(path)
  const records: StoredRecord[] = []
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return { records, lost: bytes.length }
  let at = MAGIC.length
  while (at + HEAD_BYTES + KEY_BYTES <= bytes.length) {
    const start = at + HEAD_BYTES + KEY_BYTES
    const end = start + bytes.readUInt32LE(at)
    if (end > bytes.length) break
    // Much faster than `subarray` of a Buffer.
    const checked = new Uint8Array(bytes.buffer, bytes.byteOffset + at + HEAD_BYTES, end - at - HEAD_BYTES)
    if (crc32(checked) !== bytes.readUInt32LE(at + 4)) break
    const value = new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start)
    const record = { key: bytes.toString('latin1', at + HEAD_BYTES, start), value }
    records.push(record)
    at += recordBytes(record)
  }
  return { records, lost: Math.max(0, bytes.length - at) }
}

function readBytes(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    // Not from the pool: it begins at a multiple of four, and is nobody else's.
    const bytes = Buffer.allocUnsafeSlow(fstatSync(file).size)
    let done = 0
    while (done < bytes.length) {
      const read = readSync(file, bytes, done, bytes.length - done, done)
      if (read === 0) return bytes.subarray(0, done)
      done += read
    }
    return bytes
  } finally {
    closeSync(file)
  }
}

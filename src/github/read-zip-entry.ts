import { crc32, inflateRawSync } from 'node:zlib'

/** What an archive may be like at most. */
export interface ZipBounds {
  readonly entries: number
  /** Bytes of the entry once unpacked. */
  readonly bytes: number
  /** Unpacked bytes for each packed one. */
  readonly ratio: number
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8

/**
 * The bytes of one named file of a zip archive. Nothing else is unpacked and nothing is written, so that no path in the
 * archive matters. Zip64 and encryption, which a report does not need, are refused.
 * @throws Error with a sentence where the archive is damaged, lacks the entry or goes beyond the bounds
 */
export function readZipEntry(zip: Buffer, name: string, bounds: ZipBounds): Buffer {
  const entry = findEntry(zip, name, bounds.entries)
  if (entry.size > bounds.bytes) throw new Error(`${name} is ${entry.size} bytes large, more than ${bounds.bytes}`)
  if (entry.size > entry.packed * bounds.ratio) throw new Error(`${name} is packed more than ${bounds.ratio} times`)
  const packed = packedBytes(zip, entry)
  const bytes = entry.method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(entry.size, 1) })
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw new Error(`${name} is damaged`)
  return bytes
}

interface Entry {
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  /** Where its local header begins. */
  readonly offset: number
}

function findEntry(zip: Buffer, name: string, most: number): Entry {
  const end = endOfDirectory(zip)
  const count = zip.readUInt16LE(end + 10)
  if (count > most) throw new Error(`the archive has ${count} entries, more than ${most}`)
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== CENTRAL) throw new Error('the archive is damaged')
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, nameEnd) === name) return readEntry(zip, at, name)
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  throw new Error(`the archive has no ${name}`)
}

function readEntry(zip: Buffer, at: number, name: string): Entry {
  const method = zip.readUInt16LE(at + 10)
  const encrypted = (zip.readUInt16LE(at + 8) & 1) === 1
  if (encrypted || (method !== STORED && method !== DEFLATED)) throw new Error(`${name} is packed in an unknown way`)
  return {
    method,
    crc: zip.readUInt32LE(at + 16),
    packed: zip.readUInt32LE(at + 20),
    size: zip.readUInt32LE(at + 24),
    offset: zip.readUInt32LE(at + 42),
  }
}

function packedBytes(zip: Buffer, { offset, packed }: Entry): Buffer {
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== LOCAL) throw new Error('the archive is damaged')
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  if (start + packed > zip.length) throw new Error('the archive is cut short')
  return zip.subarray(start, start + packed)
}

/** The record that ends the archive; only a comment of at most 65,535 bytes may follow it. */
function endOfDirectory(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - 65_535); at--) {
    if (zip.readUInt32LE(at) === END) return at
  }
  throw new Error('the download is no zip archive, or is cut short')
}

import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readZipEntry } from '../../src/github/read-zip-entry.ts'
import { makeZip } from '../support/github/make-zip.ts'

const BOUNDS = { entries: 10, bytes: 1_000_000, ratio: 200 }
const read = (zip: Buffer, name = 'report.json') => readZipEntry(zip, name, BOUNDS).toString()

describe('readZipEntry', () => {
  it('reads the named file and no other', () => {
    const zip = makeZip([
      { name: 'a/report.json', content: 'another' },
      { name: 'report.json', content: '{"ä": 1}' },
    ])
    expect(read(zip)).toBe('{"ä": 1}')
  })

  it('reads an empty file', () => {
    expect(read(makeZip([{ name: 'report.json', content: '' }]))).toBe('')
  })

  it('takes no path outside the archive for the file', () => {
    const zip = makeZip([{ name: '../../report.json', content: 'slipped' }])
    expect(() => read(zip)).toThrow('the archive has no report.json')
  })

  it('refuses more entries than allowed', () => {
    const files = Array.from({ length: 11 }, (_, i) => ({ name: `${i}`, content: '' }))
    expect(() => read(makeZip(files))).toThrow('11 entries, more than 10')
  })

  it('refuses a file larger than allowed, by what the archive says', () => {
    const zip = makeZip([{ name: 'report.json', content: Buffer.alloc(1_000_001) }])
    expect(() => read(zip)).toThrow('1000001 bytes large, more than 1000000')
  })

  it('refuses a bomb: a file that is packed too many times', () => {
    const zip = makeZip([{ name: 'report.json', content: Buffer.alloc(900_000) }])
    expect(() => read(zip)).toThrow('packed more than 200 times')
  })

  it('stops unpacking where the archive lied about the size', () => {
    const zip = makeZip([{ name: 'report.json', content: Buffer.alloc(900_000), size: 100 }])
    expect(() => read(zip)).toThrow()
  })

  it('notices a flipped bit', () => {
    const zip = makeZip([{ name: 'report.json', content: 'x'.repeat(50) }])
    const crc = zip.indexOf('PK\x01\x02') + 16
    zip.writeUInt32LE((zip.readUInt32LE(crc) ^ 1) >>> 0, crc)
    expect(() => read(zip)).toThrow('report.json is damaged')
  })

  it('refuses an archive that is cut short, wherever the cut is', () => {
    const zip = makeZip([{ name: 'report.json', content: deflateRawSync(Buffer.from('noise')).toString('hex') }])
    for (let length = 0; length < zip.length; length++) expect(() => read(zip.subarray(0, length))).toThrow()
  })

  it('refuses an encrypted file', () => {
    expect(() => read(makeZip([{ name: 'report.json', content: 'x', flags: 1 }]))).toThrow('packed in an unknown way')
  })

  it('refuses what is no archive', () => {
    expect(() => read(Buffer.from('<html>not found</html>'.repeat(5)))).toThrow('no zip archive')
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SlabReader } from '../../src/knowledge/slab-reader.ts'
import { temporaryFolder, write } from './temporary-workspace.ts'

describe('a slab reader', () => {
  it('reads every file whole, however many there are and however large', () => {
    const folder = temporaryFolder()
    const sizes = [0, 1, 1000, 5_000_000, 3_000_000, 3_000_000, 7]
    const reader = new SlabReader()
    for (const [index, size] of sizes.entries()) write(folder, { [`${index}`]: `${index}`.repeat(size) })
    const contents = sizes.map((size, index) => reader.read(join(folder, `${index}`), size))
    for (const [index, content] of contents.entries()) {
      expect(content.equals(readFileSync(join(folder, `${index}`)))).toBe(true)
    }
  })

  it('reads a file whole that has grown or shrunk since somebody looked', () => {
    const folder = temporaryFolder()
    write(folder, { a: 'some text' })
    const reader = new SlabReader()
    expect([3, 9, 100].map((size) => reader.read(join(folder, 'a'), size).toString())).toEqual([
      'some text',
      'some text',
      'some text',
    ])
  })

  it('throws where there is no file', () => {
    expect(() => new SlabReader().read(join(temporaryFolder(), 'none'), 1)).toThrow(/ENOENT/)
  })
})

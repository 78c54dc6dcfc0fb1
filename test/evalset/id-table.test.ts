import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashBytes, IdTable } from '../../src/evalset/id-table.ts'

const add = (table: IdTable, owner: number, text: string): boolean => {
  const bytes = Buffer.from(`<${text}>`)
  return table.add(owner, bytes, 1, bytes.length - 1)
}
const find = (table: IdTable, owner: number, text: string): number => {
  const bytes = Buffer.from(text)
  return table.find(owner, hashBytes(bytes, 0, bytes.length), bytes, 0, bytes.length)
}
const operations = fc.array(fc.tuple(fc.nat(3), fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 400 })

describe('a table of ids', () => {
  it('finds what was added under its owner, in the order of adding, and refuses a second one', () => {
    fc.assert(
      fc.property(operations, operations, (before, entries) => {
        const table = new IdTable()
        for (const [owner, text] of before) add(table, owner, text)
        table.clear()
        const seen = new Map<string, number>()
        for (const [owner, text] of entries) {
          expect(find(table, owner, text)).toBe(seen.get(`${owner} ${text}`) ?? -1)
          expect(add(table, owner, text)).toBe(!seen.has(`${owner} ${text}`))
          if (!seen.has(`${owner} ${text}`)) seen.set(`${owner} ${text}`, seen.size)
        }
        expect(table.size).toBe(seen.size)
        for (const [key, index] of seen) expect(`${table.owner(index)} ${table.text(index)}`).toBe(key)
      }),
    )
  })

  it('holds more ids than it has room for at first, and gives the room back after an outsize use', () => {
    const table = new IdTable()
    for (let i = 0; i < 50_000; i++) add(table, 0, `document ${i}`)
    expect(find(table, 0, 'document 49999')).toBe(49_999)
    table.clear()
    add(table, 0, 'a')
    table.clear()
    expect([add(table, 0, 'a'), add(table, 0, 'b'), find(table, 0, 'b'), find(table, 0, 'document 1')]).toEqual([
      true,
      true,
      1,
      -1,
    ])
  })

  it('compares in byte order, which is not that of UTF-16', () => {
    const texts = ['', 'a', 'ab', 'b', '\uFFFD', '\u{1F600}', 'é']
    const table = new IdTable()
    for (const text of texts) add(table, 0, text)
    for (const [i, a] of texts.entries()) {
      for (const [j, b] of texts.entries()) {
        expect(Math.sign(table.compare(i, j))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }
    }
  })
})

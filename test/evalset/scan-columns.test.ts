import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanColumns } from '../../src/evalset/scan-columns.ts'
import { sourceOf } from '../support/byte-sources.ts'

/** [line number, column count, the located columns] of every line that is not blank. */
function scanned(text: string, chunkBytes?: number): [number, number, string[]][] {
  const lines: [number, number, string[]][] = []
  scanColumns(sourceOf(text, 'file', chunkBytes), (bytes, spans, columns, line) => {
    const column = (_: unknown, i: number): string =>
      Buffer.from(bytes.subarray(spans[2 * i], spans[2 * i + 1])).toString()
    lines.push([line, columns, Array.from({ length: Math.min(columns, 6) }, column)])
  })
  return lines
}

describe('scanning columns', () => {
  it('takes any white space for a separator, counts blank lines and passes over them', () => {
    expect(scanned(' a\tb  c\r\n\n  \t\nd\v\fe')).toEqual([
      [1, 3, ['a', 'b', 'c']],
      [4, 2, ['d', 'e']],
    ])
  })

  it('passes over a byte order mark at the start only', () => {
    expect(scanned('\uFEFFa b\n\uFEFFc\n')).toEqual([
      [1, 2, ['a', 'b']],
      [2, 1, ['\uFEFFc']],
    ])
  })

  it('counts columns beyond the sixth without locating them', () => {
    expect(scanned('1 2 3 4 5 6 7 8\n')).toEqual([[1, 8, ['1', '2', '3', '4', '5', '6']]])
  })

  it('reads nothing from nothing', () => expect(scanned('')).toEqual([]))

  it('reads the same in chunks of any size', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', ' ', '\t', '\n', '\r\n'), maxLength: 80 })
    fc.assert(
      fc.property(text, fc.integer({ min: 3, max: 40 }), (content, chunkBytes) => {
        const expected = content.split('\n').flatMap((line, i) => {
          const columns = line.split(/[ \t\r]+/).filter((column) => column !== '')
          return columns.length === 0 ? [] : [[i + 1, columns.length, columns.slice(0, 6)]]
        })
        expect(scanned(content, chunkBytes)).toEqual(expected)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapLines } from '../../src/comparison/line-map.ts'
import { mapByPassages } from '../../src/comparison/map-by-passages.ts'

describe('mapLines', () => {
  const text = 'a\nb\nc\nd\ne'

  it('is the identity between equal texts, whatever their line ends', () => {
    expect(mapLines(text, text, { startLine: 2, endLine: 4 })).toEqual({ startLine: 2, endLine: 4 })
    expect(mapLines(text, text.replaceAll('\n', '\r\n'), { startLine: 2, endLine: 4 })).toEqual({
      startLine: 2,
      endLine: 4,
    })
  })

  it('follows lines past what was put in or taken out above them', () => {
    expect(mapLines(text, `x\ny\n${text}`, { startLine: 2, endLine: 3 })).toEqual({ startLine: 4, endLine: 5 })
    expect(mapLines(`x\ny\n${text}`, text, { startLine: 4, endLine: 5 })).toEqual({ startLine: 2, endLine: 3 })
  })

  it('spans what was put in between, and survives the loss of half of the lines but not of more', () => {
    expect(mapLines(text, 'a\nb\nNEW\nc\nd\ne', { startLine: 2, endLine: 3 })).toEqual({ startLine: 2, endLine: 4 })
    expect(mapLines(text, 'a\nb\nc\nX\nY', { startLine: 2, endLine: 5 })).toEqual({ startLine: 2, endLine: 3 })
    expect(mapLines(text, 'a\nb\nW\nX\nY', { startLine: 2, endLine: 5 })).toBeNull()
    expect(mapLines(text, '', { startLine: 1, endLine: 1 })).toBeNull()
  })

  it('has nothing to say of lines beyond the end', () => {
    expect(mapLines(text, text, { startLine: 8, endLine: 9 })).toBeNull()
  })

  it('finds every range of unique lines again after an insertion anywhere', () => {
    const numbered = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`)
    const place = fc.record({
      at: fc.nat(30),
      many: fc.integer({ min: 1, max: 9 }),
      start: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(place, ({ at, many, start }) => {
        const put = Array.from({ length: many }, (_, line) => `new ${line}`)
        const changed = [...numbered.slice(0, at), ...put, ...numbered.slice(at)]
        const line = start > at ? start + many : start
        expect(mapLines(numbered.join('\n'), changed.join('\n'), { startLine: start, endLine: start })).toEqual({
          startLine: line,
          endLine: line,
        })
      }),
    )
  })
})

describe('mapByPassages', () => {
  const piece = (startLine: number, endLine: number, hash: string) => ({ startLine, endLine, hash })

  it('follows first and last line with the pieces that hold them', () => {
    const from = [piece(1, 10, 'a'), piece(11, 20, 'b')]
    expect(mapByPassages({ startLine: 8, endLine: 12 }, from, [piece(3, 12, 'a'), piece(15, 24, 'b')])).toEqual({
      startLine: 10,
      endLine: 16,
    })
  })

  it('says nothing where a piece is not there, occurs twice, or pieces contradict each other', () => {
    const range = { startLine: 2, endLine: 3 }
    expect(mapByPassages(range, [piece(1, 5, 'a')], [piece(1, 5, 'b')])).toBeNull()
    expect(mapByPassages(range, [piece(1, 5, 'a')], [piece(1, 5, 'a'), piece(9, 13, 'a')])).toBeNull()
    expect(mapByPassages(range, [piece(1, 5, 'a'), piece(9, 13, 'a')], [piece(1, 5, 'a')])).toBeNull()
    expect(
      mapByPassages(range, [piece(1, 5, 'a'), piece(2, 6, 'b')], [piece(4, 8, 'a'), piece(20, 24, 'b')]),
    ).toBeNull()
    expect(mapByPassages(range, [piece(1, 5, 'a')], [piece(1, 6, 'a')])).toBeNull()
  })
})

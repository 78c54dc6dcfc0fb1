import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedDocuments } from '../../src/comparison/moved-documents.ts'
import { decideSides, retrieving, type Side, simpleSide } from './sides.ts'

describe('documents with another name', () => {
  it('are those whose content was under a name that is gone', () => {
    const { from, to } = movedDocuments(
      { 'a.md': '1', 'b.md': '2', 'c.md': '3' },
      { 'x.md': '1', 'b.md': '2', 'y.md': '4' },
    )
    expect([...from]).toEqual([['x.md', 'a.md']])
    expect([...to]).toEqual([['a.md', 'x.md']])
  })

  it('are no copies: the original is still there', () => {
    expect(movedDocuments({ 'a.md': '1' }, { 'a.md': '1', 'copy.md': '1' }).from.size).toBe(0)
  })

  it('are paired in the order of their names, each once', () => {
    expect([...movedDocuments({ b: '1', a: '1' }, { z: '1', x: '1', y: '1' }).from]).toEqual([
      ['x', 'a'],
      ['y', 'b'],
    ])
  })

  it('are the same for every order, and each has the content that it had', () => {
    const documents = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('1', '2'))
    fc.assert(
      fc.property(documents, documents, (before, now) => {
        const { from, to } = movedDocuments(before, now)
        for (const [name, former] of from) {
          expect(now[name]).toBe(before[former])
          expect(Object.hasOwn(before, name) || Object.hasOwn(now, former)).toBe(false)
        }
        expect(new Map([...to].map(([former, name]) => [name, former]))).toEqual(from)
        const turned = (record: Record<string, string>) => Object.fromEntries(Object.entries(record).reverse())
        expect([...movedDocuments(turned(before), turned(now)).from].sort()).toEqual([...from].sort())
      }),
    )
  })
})

describe('a page that a change moves', () => {
  const side = simpleSide(20)
  const { 'q001.md': text = '', ...others } = side.documents
  const moved: Side = retrieving(
    { ...side, documents: { ...others, 'new/q001.md': text } },
    { q001: ['new/q001.md', 'other.md'] },
  )
  const changeOf = async (head: Side) =>
    (await decideSides(side, head)).comparison?.strategies[0]?.changes.find(({ id }) => id === 'q001')

  it('neither falls out of the results nor comes in, and is told as the place of its answer', async () => {
    expect(await changeOf(moved)).toMatchObject({
      kind: 'broke',
      fellOut: [],
      cameIn: [],
      expected: [{ baseRank: 1, nowRank: null, deleted: true, movedTo: 'new/q001.md' }],
    })
  })

  it('is moved, not new, where it comes in', async () => {
    const elsewhere = retrieving(moved, { q002: ['new/q001.md'] })
    const { comparison } = await decideSides(side, elsewhere)
    const change = comparison?.strategies[0]?.changes.find(({ id }) => id === 'q002')
    expect(change?.cameIn).toMatchObject([{ path: 'new/q001.md', absentOnOtherSide: false, movedFrom: 'q001.md' }])
  })

  it('is new where its content is another one', async () => {
    const documents = { ...others, 'new/q001.md': 'another text' }
    expect(await changeOf({ ...moved, documents })).toMatchObject({
      fellOut: [{ path: 'q001.md', absentOnOtherSide: true }],
      cameIn: [{ path: 'new/q001.md', absentOnOtherSide: true }],
    })
  })
})

import { describe, expect, it } from 'vitest'
import { decideSides, retrieving, type Side, simpleSide } from '../comparison/sides.ts'

const base = simpleSide(20)

function writing(side: Side, documents: Side['documents']): Side {
  return { ...side, documents: { ...side.documents, ...documents } }
}

async function firstChange(head: Side) {
  const { comparison } = await decideSides(base, head)
  return comparison!.strategies[0]!.changes[0]!
}

describe('a page that this change rewrites', () => {
  it('is told of an expected answer and of a hit that came in', async () => {
    const rewritten = writing(base, { 'q001.md': 'another text', 'q002.md': 'about q001 as well' })
    const change = await firstChange(retrieving(rewritten, { q001: ['q002.md', 'q001.md', 'other.md'] }))
    expect(change.expected).toMatchObject([{ nowRank: 2, deleted: false, changed: true }])
    expect(change.cameIn).toMatchObject([{ path: 'q002.md', absentOnOtherSide: false, changed: true }])
  })

  it('is neither one that stays as it is nor a new one', async () => {
    const change = await firstChange(
      retrieving(writing(base, { 'new.md': 'new' }), { q001: ['new.md', 'q002.md', 'q001.md'] }),
    )
    expect(JSON.stringify(change)).not.toContain('"changed"')
    expect(change.cameIn.map(({ absentOnOtherSide }) => absentOnOtherSide)).toEqual([true, false])
  })
})

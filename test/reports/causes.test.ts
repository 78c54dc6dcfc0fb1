import { describe, expect, it } from 'vitest'
import { causeSentences } from '../../src/reports/causes.ts'
import { decideSides, retrieving, type Side, simpleSide } from '../comparison/sides.ts'

const base = simpleSide(20)

function writing(side: Side, documents: Side['documents']): Side {
  return { ...side, documents: { ...side.documents, ...documents } }
}

async function causes(head: Side): Promise<readonly string[]> {
  return causeSentences(await decideSides(base, head))
}

describe('what broke the questions that lost', () => {
  it('is a new page that ranks above their answers', async () => {
    const head = retrieving(writing(base, { 'new.md': 'new' }), {
      q001: ['new.md', 'q001.md'],
      q002: ['new.md', 'q002.md'],
      q003: ['q003.md', 'new.md'],
    })
    expect(await causes(head)).toEqual(['`new.md` is new and ranks above the answer (2 questions)'])
  })

  it('is a rewritten page, be it the answer or what ranks above it now', async () => {
    const head = retrieving(writing(base, { 'q001.md': 'short', 'q005.md': 'about all of it' }), {
      q001: ['q005.md', 'q001.md'],
      q002: ['q005.md', 'q002.md'],
    })
    expect(await causes(head)).toEqual([
      '`q005.md` changed and ranks above the answer (2 questions)',
      'the answer `q001.md` changed (1 question)',
    ])
  })

  it('is a page that is gone or has another name', async () => {
    const { 'q001.md': moved, 'q002.md': _, ...documents } = base.documents
    const head = retrieving(
      { ...base, documents: { ...documents, 'later/q001.md': moved! } },
      { q001: ['later/q001.md', 'other.md'], q002: ['other.md'] },
    )
    expect(await causes(head)).toEqual([
      'the answer `q001.md` is now `later/q001.md` (1 question)',
      'the answer `q002.md` was removed (1 question)',
    ])
  })

  it('is first what broke questions, then what most of them lost by', async () => {
    const { 'q001.md': _, ...documents } = base.documents
    const head = retrieving(
      { ...base, documents: { ...documents, 'new.md': 'new' } },
      { q001: ['other.md'], q002: ['new.md', 'q002.md'], q003: ['new.md', 'q003.md'] },
    )
    expect(await causes(head)).toEqual([
      'the answer `q001.md` was removed (1 question)',
      '`new.md` is new and ranks above the answer (2 questions)',
    ])
  })

  it('is counted from the fourth page on', async () => {
    const names = ['q001', 'q002', 'q003', 'q004', 'q005']
    const head = retrieving(
      writing(base, Object.fromEntries(names.map((name) => [`${name}.md`, 'short']))),
      Object.fromEntries(names.map((name) => [name, ['other.md']])),
    )
    const sentences = await causes(head)
    expect(sentences).toHaveLength(4)
    expect(sentences.at(-1)).toBe('2 more pages')
  })

  it('is none of the pages where they are as they were', async () => {
    const head = retrieving(base, { q001: ['other.md'], q002: ['other.md'] })
    expect(await causes(head)).toEqual([
      'not the pages: none that these 2 questions are about changed. Look at the configuration and at what the strategies are made of',
    ])
  })

  it('is nothing where nothing was lost', async () => {
    expect(await causes(base)).toEqual([])
  })
})

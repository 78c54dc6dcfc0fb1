import { describe, expect, it } from 'vitest'
import { verdictText } from '../../src/commands/verdict-text.ts'
import { decideSides, retrieving, simpleSide } from '../comparison/sides.ts'

const base = simpleSide(20)

/** A section's lines, without its title. */
async function section(title: string, head: typeof base): Promise<readonly string[]> {
  const text = verdictText(await decideSides(base, head))
  const [, after = ''] = text.split(`\n${title}:\n`)
  return after.split('\n\n')[0]!.trimEnd().split('\n')
}

describe('a verdict in a terminal', () => {
  const { 'q001.md': moved, 'q002.md': _, ...documents } = base.documents
  const head = retrieving(
    { ...base, documents: { ...documents, 'later/q001.md': moved!, 'new.md': 'new' } },
    { q001: ['later/q001.md'], q002: [], q003: ['new.md', 'q003.md'], q004: ['new.md'] },
  )

  it('says where the answers of what broke are now, and what stands in their place', async () => {
    expect(await section('Broke', head)).toEqual([
      expect.stringMatching(/^ {2}q001 /),
      '    q001.md: rank 1 → moved to later/q001.md',
      expect.stringMatching(/^ {2}q002 /),
      '    q002.md: rank 1 → not in the knowledge base any more',
      expect.stringMatching(/^ {2}q004 /),
      '    q004.md: rank 1 → not in the first 50',
      '    in its place new.md at rank 1, which is new',
    ])
  })

  it('says after the rules what the change did to the pages, what broke questions first', async () => {
    expect((await section('Why', head)).slice(-3)).toEqual([
      '  new.md is new and ranks above the answer (2 questions)',
      '  the answer q001.md is now later/q001.md (1 question)',
      '  the answer q002.md was removed (1 question)',
    ])
  })

  it('has nothing to say of either where everything is as it was', async () => {
    expect(verdictText(await decideSides(base, base))).not.toMatch(/Why:|Broke:/)
  })
})

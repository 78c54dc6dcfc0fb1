import { expect, it } from 'vitest'
import { rankMove } from '../../src/github/rank-move.ts'

it('says where an answer ranked, and where it is now', () => {
  expect(rankMove({ baseRank: 2, nowRank: 14 })).toBe('was at rank 2, is now at rank 14')
  expect(rankMove({ baseRank: 2, nowRank: null, deleted: false })).toBe('was at rank 2, is now not found')
  expect(rankMove({ baseRank: 2, nowRank: null, deleted: true })).toBe(
    'was at rank 2, is not in the knowledge base any more',
  )
})

it('names the new place of what has moved, as nothing that the runner takes for a command', () => {
  expect(rankMove({ baseRank: 1, nowRank: null, deleted: true, movedTo: 'docs/b.md' })).toBe(
    'was at rank 1, has moved to docs/b.md',
  )
  expect(rankMove({ baseRank: 1, nowRank: null, deleted: true, movedTo: 'a\n::error::b' })).not.toMatch(/^::error/m)
})

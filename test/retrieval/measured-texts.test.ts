import { expect, it } from 'vitest'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import type { Ranking } from '../../src/model.ts'
import { measuredTexts } from '../../src/retrieval/measured-texts.ts'

it('gives hits from outside the hash and the tokens of their text, and leaves others as they are', () => {
  const ranking: Ranking = {
    hits: [
      { id: 'a', score: 3, text: 'two words' },
      { id: 'b', score: 2, text: 'two words', hash: 'known', tokens: 7 },
      { id: 'c', score: 1 },
    ],
    confidence: 3,
  }
  const { rankings, errors } = measuredTexts({
    rankings: new Map([['q', ranking]]),
    errors: new Map([['e', 'broken']]),
  })
  expect(rankings.get('q')).toEqual({
    hits: [
      { id: 'a', score: 3, text: 'two words', hash: contentHash('two words'), tokens: 2 },
      ...ranking.hits.slice(1),
    ],
    confidence: 3,
  })
  expect([...errors]).toEqual([['e', 'broken']])
})

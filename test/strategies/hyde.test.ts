import { describe, expect, test } from 'vitest'
import { built } from './built.ts'
import { chunk } from './chunks.ts'
import { fixedChat } from './fixed-chat.ts'

const signal = new AbortController().signal
const question = { id: 'q', text: 'Where do I store it?' }
const chunks = [
  chunk('cellar', 'bottles lie in the cellar below the stairs'),
  chunk('attic', 'boxes stand in the attic under the roof'),
  chunk('garden', 'tools hang in the shed behind the garden'),
]
const strategies = { dense: { type: 'dense' }, hyde: { type: 'hyde', of: 'dense', chat: 'writer' } }

describe('hyde', () => {
  test('finds what is like the made-up answer, though the question shares no word with it', async () => {
    const chat = fixedChat(() => 'Bottles are kept in the cellar.')
    const hyde = await built('hyde', strategies, chunks, chat)
    expect((await hyde.retrieve(question, 3, signal)).hits[0]!.id).toBe('cellar')
    expect(chat.asked).toHaveLength(1)
    expect(chat.asked[0]!.prompt).toContain(question.text)
  })

  test('averages several answers: what one of two says counts as much as what the other says', async () => {
    const chat = fixedChat(({ sample }) => (sample === 0 ? 'bottles cellar' : 'boxes attic'))
    const hyde = await built('hyde', { ...strategies, hyde: { ...strategies.hyde, samples: 2 } as never }, chunks, chat)
    const { hits } = await hyde.retrieve(question, 3, signal)
    expect(chat.asked.map(({ sample }) => sample)).toEqual([0, 1])
    expect(
      hits
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['attic', 'cellar'])
    expect(hits[2]!.score).toBeLessThan(hits[1]!.score / 2)
  })

  test('gives in a batch what it gives one by one', async () => {
    const chat = fixedChat(({ prompt }) => (prompt.includes('roof') ? 'the attic' : 'a shed with tools'))
    const hyde = await built('hyde', strategies, chunks, chat)
    const questions = [
      { id: 'a', text: 'under the roof?' },
      { id: 'b', text: 'rake?' },
    ]
    const batch = await hyde.retrieveAll!(questions, 2, signal)
    for (const [index, one] of questions.entries()) expect(await hyde.retrieve(one, 2, signal)).toEqual(batch[index])
    expect(batch.map(({ hits }) => hits[0]!.id)).toEqual(['attic', 'garden'])
  })

  test('says that it needs a strategy with vectors', async () => {
    const wrong = { words: { type: 'bm25' }, hyde: { type: 'hyde', of: 'words', chat: 'writer' } }
    const building = built(
      'hyde',
      wrong,
      chunks,
      fixedChat(() => 'x'),
    )
    await expect(building).rejects.toThrow('strategy `hyde` searches vectors, and `words` has none')
  })
})

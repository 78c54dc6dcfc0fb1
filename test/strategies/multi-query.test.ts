import { describe, expect, test } from 'vitest'
import { built } from './built.ts'
import { chunk } from './chunks.ts'
import { fixedChat } from './fixed-chat.ts'

const signal = new AbortController().signal
const chunks = [
  chunk('a', 'a vehicle needs fuel'),
  chunk('b', 'an automobile needs petrol'),
  chunk('c', 'a boat needs wind'),
]
const strategies = { words: { type: 'bm25' }, many: { type: 'multi-query', of: 'words', chat: 'writer', queries: 2 } }

describe('multi-query', () => {
  test('fuses the rankings of the question and its rewritings by reciprocal ranks', async () => {
    const many = await built(
      'many',
      strategies,
      chunks,
      fixedChat(() => '1. vehicle fuel\n2. automobile vehicle'),
    )
    const { hits, confidence } = await many.retrieve({ id: 'q', text: 'automobile' }, 3, signal)
    const scoreOf = (id: string) => hits.find((hit) => hit.id === id)!.score
    const inThird = (
      await (
        await built('words', { words: strategies.words }, chunks)
      ).retrieve({ id: 'q', text: 'automobile vehicle' }, 3, signal)
    ).hits
    const rankOf = (id: string) => inThird.findIndex((hit) => hit.id === id) + 1
    expect(scoreOf('b')).toBeCloseTo(1 / 61 + 1 / (60 + rankOf('b')), 12)
    expect(scoreOf('a')).toBeCloseTo(1 / 61 + 1 / (60 + rankOf('a')), 12)
    expect(hits).toHaveLength(2)
    const alone = await (await built('words', { words: strategies.words }, chunks)).retrieve(
      { id: 'q', text: 'automobile' },
      3,
      signal,
    )
    expect(confidence).toBe(alone.hits[0]!.score)
  })

  test('asks the question alone where nothing is rewritten', async () => {
    const many = await built(
      'many',
      strategies,
      chunks,
      fixedChat(({ prompt }) => prompt.split('Question: ')[1]!),
    )
    const { hits } = await many.retrieve({ id: 'q', text: 'boat' }, 3, signal)
    expect(hits.map(({ id, score }) => [id, score])).toEqual([['c', 1 / 61]])
  })

  test('says what each wording contributed', async () => {
    const many = await built(
      'many',
      strategies,
      chunks,
      fixedChat(() => 'vehicle'),
    )
    const question = { id: 'q', text: 'automobile' }
    const { hits } = await many.retrieve(question, 3, signal)
    const { score, parts } = await many.explain!(question, hits[0]!, signal)
    expect(parts.map(({ label }) => label)).toEqual(['"automobile": not in its first 100', '"vehicle": rank 1'])
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 12)
  })
})

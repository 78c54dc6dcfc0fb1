import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { built } from './built.ts'
import { chunk } from './chunks.ts'
import { fixedChat } from './fixed-chat.ts'

const signal = new AbortController().signal
const strategies = {
  dense: { type: 'dense' },
  tree: { type: 'raptor', of: 'dense', clusterSize: 2, leaves: 1 } as never,
}
const chunks = [
  chunk('red1', 'apples are red and round'),
  chunk('red2', 'cherries are red and small'),
  chunk('blue1', 'the sky is blue above the sea'),
  chunk('blue2', 'the sea is blue below the sky'),
]

describe('raptor', () => {
  test('finds the chunks under a summary by words that only the summary has', async () => {
    const written = { ...strategies, tree: { ...(strategies.tree as object), chat: 'writer' } as never }
    const chat = fixedChat(({ prompt }) =>
      prompt.includes('apples') && !prompt.includes('sky') ? 'Fruit of orchards.' : 'Weather at the coast.',
    )
    const tree = await built('tree', written, chunks, chat)
    const { hits } = await tree.retrieve({ id: 'q', text: 'orchards' }, 1, signal)
    expect(hits.map(({ id }) => id)).toEqual([expect.stringMatching(/^red/)])
    expect(chat.asked.length).toBeGreaterThanOrEqual(3)
  })

  test('needs no chat model: sentences of the texts then stand for them', async () => {
    const notices: string[] = []
    const tree = await built('tree', strategies, chunks, undefined, (line) => void notices.push(line))
    const { hits } = await tree.retrieve({ id: 'q', text: 'cherries' }, 4, signal)
    expect(hits[0]!.id).toBe('red2')
    expect(hits.map(({ id }) => id)).toContain('red1')
    expect(notices).toEqual(['tree: its summaries are sentences of the texts (SumBasic), since no `chat` writes them'])
  })

  test('returns chunks alone, each once, with falling scores, k as the beginning of k + 1, in batches as one by one', async () => {
    const word = fc.constantFrom('red', 'green', 'blue', 'sky', '白色')
    const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
    const size = fc.integer({ min: 2, max: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 16 }),
        text,
        fc.nat(14),
        size,
        async (all, asked, k, clusterSize) => {
          const tree = await built(
            'tree',
            { ...strategies, tree: { type: 'raptor', of: 'dense', clusterSize, levels: 3 } as never },
            all.map((one, index) => chunk(`d${index}`, one, { path: `f${index % 3}.md` })),
          )
          const question = { id: 'q', text: asked }
          const shorter = await tree.retrieve(question, k, signal)
          const longer = await tree.retrieve(question, k + 1, signal)
          expect(shorter.hits).toEqual(longer.hits.slice(0, k))
          expect(longer.hits.length).toBeLessThanOrEqual(k + 1)
          expect(new Set(longer.hits.map(({ id }) => id)).size).toBe(longer.hits.length)
          expect(longer.hits.every(({ score }, rank) => rank === 0 || score < longer.hits[rank - 1]!.score)).toBe(true)
          expect((await tree.retrieveAll!([question], k, signal))[0]).toEqual(shorter)
        },
      ),
      { numRuns: 40 },
    )
  })
})

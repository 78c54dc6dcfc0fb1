import { describe, expect, test } from 'vitest'
import { built } from './built.ts'
import { chunk } from './chunks.ts'
import { fixedChat } from './fixed-chat.ts'

const signal = new AbortController().signal
const strategies = { words: { type: 'bm25' }, situated: { type: 'contextual', of: 'words', chat: 'writer' } }
const of = (document: string) => ({ document, path: `${document}.md` })

describe('contextual', () => {
  test('finds a chunk by the sentence that situates it, and hands out the chunk without it', async () => {
    const chunks = [
      chunk('a:1', 'It rose by 3 %.', { ...of('acme'), startLine: 1 }),
      chunk('b:1', 'It rose by 3 %.', { ...of('initech'), startLine: 1 }),
    ]
    const chat = fixedChat(({ prompt }) => (prompt.includes('initech') ? 'Revenue of Initech.' : 'Revenue of Acme.'))
    const situated = await built('situated', strategies, chunks, chat)
    const { hits } = await situated.retrieve({ id: 'q', text: 'initech revenue' }, 1, signal)
    expect(hits.map(({ id, text }) => [id, text])).toEqual([['b:1', 'It rose by 3 %.']])
  })

  test('shows the model the whole document where it fits, and what is around the chunk where it does not', async () => {
    const chunks = Array.from('abcdefghi', (name, index) =>
      chunk(name, `text ${name}`, { ...of('doc'), startLine: index + 1, tokens: 40 }),
    )
    const whole = fixedChat(() => 'about')
    await built('situated', strategies, chunks, whole)
    expect(whole.asked[4]!.prompt).toContain(`<document>\n${chunks.map(({ text }) => text).join('\n')}\n</document>`)
    expect(whole.asked[4]!.about).toBe('File: doc.md\n\ntext e')
    const tight = fixedChat(() => 'about')
    await built(
      'situated',
      { ...strategies, situated: { ...strategies.situated, documentTokens: 120 } as never },
      chunks,
      tight,
    )
    expect(tight.asked[4]!.prompt).toContain('<document>\ntext d\ntext e\ntext f\n</document>')
    expect(tight.asked[0]!.prompt).toContain('<document>\ntext a\ntext b\ntext c\n</document>')
  })
})

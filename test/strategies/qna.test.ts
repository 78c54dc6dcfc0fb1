import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { built } from './built.ts'
import { chunk } from './chunks.ts'
import { fixedChat } from './fixed-chat.ts'

const signal = new AbortController().signal
const strategies = { words: { type: 'bm25' }, qna: { type: 'qna', of: 'words', chat: 'writer', questions: 2 } }

describe('qna', () => {
  test('finds a chunk by a question that was written for it, and hands out the chunk itself', async () => {
    const chunks = [chunk('a', 'Argon2id, 64 MiB'), chunk('b', 'TLS 1.3 only')]
    const chat = fixedChat(({ prompt }) =>
      prompt.includes('Argon2id') ? 'How are passwords hashed?\nHow much memory is used?' : 'Is traffic encrypted?',
    )
    const qna = await built('qna', strategies, chunks, chat)
    const { hits } = await qna.retrieve({ id: 'q', text: 'passwords' }, 5, signal)
    expect(hits.map(({ id, text }) => [id, text])).toEqual([['a', 'Argon2id, 64 MiB']])
    expect(chat.asked).toHaveLength(2)
  })

  test('finds by nothing a chunk for which no question is written, and says how many these are', async () => {
    const chunks = [chunk('a', 'Argon2id'), chunk('b', '---')]
    const chat = fixedChat(({ prompt }) => (prompt.includes('Argon2id') ? 'How is it hashed?' : "I'm sorry, but no."))
    const notices: string[] = []
    const qna = await built('qna', strategies, chunks, chat, (line) => notices.push(line))
    expect((await qna.retrieve({ id: 'q', text: 'hashed sorry' }, 5, signal)).hits.map(({ id }) => id)).toEqual(['a'])
    expect(notices).toEqual(['qna: 1 chunk of 2 cannot be found: the model wrote no question'])
  })

  test('does not search the chunks themselves', async () => {
    const qna = await built(
      'qna',
      strategies,
      [chunk('a', 'Argon2id')],
      fixedChat(() => 'How are passwords hashed?'),
    )
    expect((await qna.retrieve({ id: 'q', text: 'Argon2id' }, 5, signal)).hits).toEqual([])
  })

  test('counts the best of several questions that lead to one chunk', async () => {
    const chunks = [chunk('a', 'x'), chunk('b', 'y')]
    const chat = fixedChat(({ prompt }) => (prompt.endsWith('x') ? 'red\nred blue' : 'red red blue blue'))
    const qna = await built('qna', strategies, chunks, chat)
    const { hits } = await qna.retrieve({ id: 'q', text: 'red' }, 5, signal)
    expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length)
    expect(hits).toHaveLength(2)
  })

  test('ranks k hits as the beginning of k + 1, in batches as one by one', async () => {
    const word = fc.constantFrom('red', 'green', 'blue')
    const line = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    const written = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(written, line, fc.nat(10), async (questions, text, k) => {
        const chunks = questions.map((_, index) => chunk(`d${index}`, `no${index}.`))
        const chat = fixedChat(({ prompt }) => questions[Number(/no(\d+)\./.exec(prompt)![1])]!.join('\n'))
        const qna = await built('qna', strategies, chunks, chat)
        const shorter = await qna.retrieve({ id: 'q', text }, k, signal)
        const longer = await qna.retrieve({ id: 'q', text }, k + 1, signal)
        expect(shorter.hits).toEqual(longer.hits.slice(0, k))
        expect((await qna.retrieveAll!([{ id: 'q', text }], k, signal))[0]).toEqual(shorter)
      }),
      { numRuns: 40 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { Question, Ranking } from '../../src/model.ts'
import { retrieveEach } from '../../src/strategies/retrieve-each.ts'
import type { Retriever } from '../../src/strategies/strategy.ts'

const { signal } = new AbortController()
const question = (id: string): Question => ({ id, text: `about ${id}` })

/** Finds hits 0 to k - 1 of each question, and writes down what it is asked. */
function counting(failures = 0): Retriever & { readonly asked: string[] } {
  const asked: string[] = []
  let left = failures
  const ranking = ({ id }: Question, k: number): Ranking => ({
    confidence: 0.5,
    hits: Array.from({ length: k }, (_, rank) => ({ id: `${id}${rank}`, score: -rank })),
  })
  return {
    asked,
    retrieve: async (one, k) => ranking(one, k),
    async retrieveAll(questions, k) {
      asked.push(`${questions.map(({ id }) => id).join('')} ${k}`)
      if (left-- > 0) throw new Error('not now')
      return questions.map((one) => ranking(one, k))
    },
  }
}

describe('what a part found', () => {
  it('is not looked for again by the next strategy that wants as much or less', async () => {
    const part = counting()
    const [a, b] = [question('a'), question('b')]
    await retrieveEach(part, [a, b], 3, signal)
    const [again, less] = [await retrieveEach(part, [b, a], 3, signal), await retrieveEach(part, [a], 1, signal)]
    expect(part.asked).toEqual(['ab 3'])
    expect(again.map(({ hits }) => hits.map(({ id }) => id))).toEqual([
      ['b0', 'b1', 'b2'],
      ['a0', 'a1', 'a2'],
    ])
    expect(less).toEqual([{ confidence: 0.5, hits: [{ id: 'a0', score: -0 }] }])
  })

  it('is looked for again by one that wants more, which is remembered then', async () => {
    const part = counting()
    const a = question('a')
    for (const k of [2, 4, 3]) expect((await retrieveEach(part, [a], k, signal))[0]!.hits).toHaveLength(k)
    expect(part.asked).toEqual(['a 2', 'a 4'])
  })

  it('is asked for together with what is not known yet, and comes in the order of the questions', async () => {
    const part = counting()
    const [a, b, c] = [question('a'), question('b'), question('c')]
    await retrieveEach(part, [b], 1, signal)
    const found = await retrieveEach(part, [a, b, c], 1, signal)
    expect(part.asked).toEqual(['b 1', 'ac 1'])
    expect(found.map(({ hits }) => hits[0]!.id)).toEqual(['a0', 'b0', 'c0'])
  })

  it('is not remembered for a copy of a question, for another part, or where it failed', async () => {
    const [part, other] = [counting(1), counting()]
    const a = question('a')
    await expect(retrieveEach(part, [a], 1, signal)).rejects.toThrow('not now')
    await retrieveEach(part, [a], 1, signal)
    await retrieveEach(part, [{ ...a }], 1, signal)
    await retrieveEach(other, [a], 1, signal)
    expect(part.asked).toEqual(['a 1', 'a 1', 'a 1'])
    expect(other.asked).toEqual(['a 1'])
  })
})

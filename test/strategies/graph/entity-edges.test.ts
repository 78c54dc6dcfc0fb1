import { describe, expect, it } from 'vitest'
import { entityEdges } from '../../../src/strategies/graph/entity-edges.ts'
import { built } from '../built.ts'
import { chunk } from '../chunks.ts'
import { fixedChat } from '../fixed-chat.ts'

const signal = new AbortController().signal

/** Chunks of a document each, and a model that finds in the n-th text what stands at n. */
function named(...lists: readonly string[]) {
  const chunks = lists.map((_, index) => chunk(`d${index}`, `no${index}.`))
  const chat = fixedChat(({ prompt }) => lists[Number(/no(\d+)\.$/.exec(prompt)![1])]!)
  return { chunks, chat }
}

async function edges(...lists: readonly string[]) {
  const { chunks, chat } = named(...lists)
  return (await entityEdges(chunks, chat, signal)).map(
    ({ from, to, kind, label, certainty }) => `${from} ${kind} ${to} (${label}) ${certainty.toFixed(3)}`,
  )
}

describe('ties of entities', () => {
  it('join chunks in which a model finds the same thing named, however it is written', async () => {
    expect(await edges('- Payment Gateway\n- Stripe', '1. `payment-gateway`', 'Redis')).toEqual([
      '0 entities 1 (Payment Gateway) 1.000',
      '1 entities 0 (Payment Gateway) 1.000',
    ])
  })

  it('weigh as much as the rare things in common are of all the rare things of both', async () => {
    const [first] = await edges('A1\nB2', 'A1', 'B2', 'C3', 'D4')
    expect(first).toBe(`0 entities 1 (A1) ${Math.SQRT1_2.toFixed(3)}`)
  })

  it('join nothing by what all documents name, or more than five', async () => {
    expect(await edges('Kafka', 'Kafka')).toEqual([])
    expect(await edges(...Array.from({ length: 6 }, () => 'Kafka'), 'Redis')).toEqual([])
  })

  it('join nothing within a document, where it names nothing, or by a sentence', async () => {
    const { chat } = named('Redis', 'Redis', '-', '-')
    const chunks = ['no0.', 'no1.', 'no2.', 'no3.'].map((text, n) =>
      chunk(`c${n}`, text, { document: n < 2 ? 'a' : 'b' }),
    )
    expect(await entityEdges(chunks, chat, signal)).toEqual([])
    const sentence = `The text names nothing that ${'any other text of these '.repeat(4)}would name as well.`
    expect(await edges(sentence, sentence, 'x')).toEqual([])
  })
})

describe('a graph strategy with a chat model', () => {
  const base = { words: { type: 'bm25' } }
  const question = { id: 'q', text: 'charges' }
  const chunks = [
    chunk('billing', 'Charges go through it.'),
    chunk('outage', 'It was down twice.'),
    chunk('other', 'Nothing to see.'),
  ]
  const chat = fixedChat(({ prompt }) => (/Charges|down/.test(prompt) ? 'Stripe' : '-'))

  it('finds what names the same thing as the first hits, and says so', async () => {
    const strategies = { ...base, graph: { type: 'graph', of: 'words', chat: 'writer' } }
    const retriever = await built('graph', strategies, chunks, chat)
    const { hits } = await retriever.retrieve(question, 10, signal)
    expect(hits.map(({ id }) => id)).toEqual(['billing', 'outage'])
    const { parts } = await retriever.explain!(question, hits[1]!, signal)
    expect(parts.map(({ label }) => label)).toContain('names the same as billing (Stripe)')
    expect(chat.asked).toHaveLength(chunks.length)
    expect(chat.asked[0]).toMatchObject({ purpose: 'graph@1', sample: 0 })
  })

  it('asks no model unless one is named, and gives every score a number where two documents are all there are', async () => {
    const unasked = fixedChat(() => 'Stripe')
    const two = [chunk('a', 'The quokka sleeps.'), chunk('b', 'A quokka eats.')]
    const strategies = { ...base, graph: { type: 'graph', of: 'words' } }
    const retriever = await built('graph', strategies, two, unasked)
    const { hits } = await retriever.retrieve({ id: 'q', text: 'sleeps' }, 10, signal)
    expect(hits.map(({ id, score }) => [id, score])).toEqual([['a', 1]])
    expect(unasked.asked).toEqual([])
  })
})

import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { Question } from '../../../src/model.ts'
import type { CallSettings } from '../../../src/models/call-settings.ts'
import { httpReranker } from '../../../src/models/http-reranker.ts'
import { Recorder } from '../../../src/models/recorder.ts'
import { ModelStore } from '../../../src/store/model-store.ts'
import { rerank } from '../../../src/strategies/rerank.ts'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'
import { modelContext } from '../../support/model-context.ts'
import { type Answer, type Asked, type JsonServer, jsonServer } from '../../support/model-server/json-server.ts'
import { contextWith, fixedPart } from '../fixed-part.ts'

const signal = new AbortController().signal
const TEXTS = ['ab', 'abcd', 'b', 'abc', 'xyz', 'a', 'bcd']
const questions = Array.from(
  { length: 12 },
  (_, index): Question => ({ id: `Q${index}`, text: 'abcdefghijkl'.slice(index) }),
)

let server: JsonServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Letters that question and text have in common, as a server with the shape of TEI tells it. */
function judged({ body }: Asked): Answer {
  const { query, texts } = body as { readonly query: string; readonly texts: readonly string[] }
  const common = (text: string) => [...text].filter((letter) => query.includes(letter)).length
  return { json: texts.map((text, index) => ({ index, score: common(text) - text.length / 10 })) }
}

/** A server that answers only once so many requests wait, the last one first; and how many waited together. */
async function reversingServer(together: number): Promise<{ readonly most: () => number }> {
  let waiting: (() => void)[] = []
  let most = 0
  server = await jsonServer(async (asked) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      most = Math.max(most, waiting.length)
      if (waiting.length < together) return
      const ready = waiting.reverse()
      waiting = []
      for (const one of ready) one()
    })
    return judged(asked)
  })
  return { most: () => most }
}

async function reranked(calls: CallSettings, recorder = new Recorder()) {
  const part = fixedPart(TEXTS.map((text, index) => ({ id: `h${index}`, score: 10 - index, text })))
  const schema = httpReranker.schema.parse({ url: `${server!.url}/rerank`, shape: 'tei', retries: 0 })
  const reranker = await httpReranker.load(schema, modelContext({}, { calls, recorder }))
  const context = { ...contextWith({ part }, () => null), reranker: async () => reranker }
  return rerank.build(rerank.schema.parse({ of: 'part', reranker: 'tei' }), context)
}

describe('questions of a batch', () => {
  it('are judged as many at once as the entry allows, and in their order whatever is answered first', async () => {
    server = await jsonServer(judged)
    const oneByOne = await (await reranked({ concurrency: 1 })).retrieveAll!(questions, 5, signal)
    await server.close()
    expect(new Set(oneByOne.map(({ hits }) => hits.map(({ id }) => id).join())).size).toBeGreaterThan(3)
    const { most } = await reversingServer(4)
    const together = await (await reranked({ concurrency: 4 })).retrieveAll!(questions, 5, signal)
    expect(together).toEqual(oneByOne)
    expect([most(), server.asked.length]).toEqual([4, questions.length])
  })

  it('are four at once where the entry does not say', async () => {
    const { most } = await reversingServer(4)
    await (await reranked({})).retrieveAll!(questions, 5, signal)
    expect(most()).toBe(4)
  })

  it('share what two of them ask', async () => {
    await reversingServer(2)
    const twice = [questions[0]!, { ...questions[0]!, id: 'again' }, questions[1]!, questions[1]!]
    const rankings = await (await reranked({ concurrency: 4 })).retrieveAll!(twice, 5, signal)
    expect(rankings[1]).toEqual(rankings[0])
    expect(server!.asked).toHaveLength(2)
  })

  it('leave the same files behind, whatever was answered first', async () => {
    const filed = async (concurrency: number) => {
      const store = new ModelStore({ folder: temporaryFolder(), notice: () => {} })
      const recorder = new Recorder({ store })
      await (await reranked({ concurrency }, recorder)).retrieveAll!(questions, 5, signal)
      await recorder.tidy()
      return readdirSync(store.folder, { recursive: true }).map(String).sort()
    }
    server = await jsonServer(judged)
    const one = await filed(1)
    await server.close()
    await reversingServer(3)
    expect(await filed(3)).toEqual(one)
  })

  it('all come to their end where one of them fails, and nothing of them is lost', async () => {
    let failing = true
    server = await jsonServer((asked) =>
      failing && asked.body.query === questions[5]!.text ? { status: 400, json: { error: 'no' } } : judged(asked),
    )
    const retriever = await reranked({ concurrency: 4 })
    await expect(retriever.retrieveAll!(questions, 5, signal)).rejects.toThrow(
      /reranker `tested` \(http-tei\/default\)/,
    )
    expect(server.asked).toHaveLength(questions.length)
    failing = false
    expect(await retriever.retrieveAll!(questions, 5, signal)).toHaveLength(questions.length)
    expect(server.asked).toHaveLength(questions.length + 1)
  })
})

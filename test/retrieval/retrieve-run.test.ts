import { describe, expect, it } from 'vitest'
import type { Hit, Ranking } from '../../src/model.ts'
import { type RetrievalOptions, retrieveRun } from '../../src/retrieval/retrieve-run.ts'
import type { Retriever } from '../../src/strategies/strategy.ts'

const never = new AbortController().signal
const options: RetrievalOptions = { depth: 4, concurrency: 1, signal: never, progress: () => {} }

function requests(count: number, distinctDocuments = false) {
  return Array.from({ length: count }, (_, index) => ({
    question: { id: `q${index + 1}`, text: `question ${index + 1}` },
    distinctDocuments,
  }))
}

/** Chunks in order; each is `document#piece`. */
const hits = (ids: readonly string[]): Hit[] =>
  ids.map((id, rank) => ({ id, score: 100 - rank, document: id.split('#')[0]! }))

/** `pieces` chunks of each of `documents` documents, document after document. */
const chunks = (documents: number, pieces: number) =>
  hits(Array.from({ length: documents * pieces }, (_, at) => `d${Math.floor(at / pieces)}#${at % pieces}`))

function retriever(all: readonly Hit[], asked: number[] = []): Retriever {
  return {
    async retrieve(_, k) {
      asked.push(k)
      return { hits: all.slice(0, k) }
    },
  }
}

const ids = (ranking: Ranking | undefined) => ranking?.hits.map(({ id }) => id)

describe('depth', () => {
  it('is so many hits where judgments have lines', async () => {
    const { rankings } = await retrieveRun(retriever(chunks(3, 5)), requests(1), options)
    expect(ids(rankings.get('q1'))).toEqual(['d0#0', 'd0#1', 'd0#2', 'd0#3'])
  })

  it('is so many distinct documents where they have none: retrieval goes on until they are found', async () => {
    const asked: number[] = []
    const { rankings } = await retrieveRun(retriever(chunks(9, 3), asked), requests(1, true), options)
    expect(asked).toEqual([4, 16])
    expect(ids(rankings.get('q1'))).toHaveLength(10)
    expect(ids(rankings.get('q1'))?.at(-1)).toBe('d3#0')
    expect(rankings.get('q1')?.cutShort).toBeUndefined()
  })

  it('ends with the results, however few documents they are', async () => {
    const asked: number[] = []
    const { rankings } = await retrieveRun(retriever(chunks(2, 3), asked), requests(1, true), options)
    expect(asked).toEqual([4, 16])
    expect(ids(rankings.get('q1'))).toHaveLength(6)
    expect(rankings.get('q1')?.cutShort).toBeUndefined()
  })

  it('ends at ten times as many chunks, and says that it was cut short', async () => {
    const asked: number[] = []
    const { rankings } = await retrieveRun(retriever(chunks(2, 100), asked), requests(1, true), options)
    expect(asked).toEqual([4, 16, 40])
    expect(rankings.get('q1')).toMatchObject({ cutShort: true })
    expect(ids(rankings.get('q1'))).toHaveLength(40)
  })

  it('is asked for generously from the start where documents have several chunks, with the same result', async () => {
    const [asked, plain]: [number[], number[]] = [[], []]
    const all = chunks(9, 3)
    const run = await retrieveRun(retriever(all, asked), requests(1, true), { ...options, wide: true })
    expect(asked).toEqual([16])
    expect(run).toEqual(await retrieveRun(retriever(all), requests(1, true), options))
    await retrieveRun(retriever(all, plain), requests(1), { ...options, wide: true })
    expect(plain).toEqual([4])
  })

  it('asks again only for the questions that want more', async () => {
    const seen: string[] = []
    const wide: Retriever = {
      async retrieve({ id }, k) {
        seen.push(`${id} ${k}`)
        return { hits: (id === 'q1' ? chunks(9, 1) : chunks(9, 2)).slice(0, k) }
      },
    }
    await retrieveRun(wide, requests(2, true), options)
    expect(seen).toEqual(['q1 4', 'q2 4', 'q2 16'])
  })
})

describe('errors', () => {
  it('belong to their question and are no ranking', async () => {
    const flaky: Retriever = {
      async retrieve({ id }) {
        if (id === 'q2') throw new Error('connect ECONNREFUSED')
        return { hits: [] }
      },
    }
    const { rankings, errors } = await retrieveRun(flaky, requests(3), options)
    expect([...rankings.keys()]).toEqual(['q1', 'q3'])
    expect([...errors]).toEqual([['q2', 'connect ECONNREFUSED']])
  })

  it('take back the ranking of a narrower attempt', async () => {
    const flaky: Retriever = {
      async retrieve(_, k) {
        if (k > 4) throw new Error('too wide')
        return { hits: chunks(2, 100).slice(0, k) }
      },
    }
    const { rankings, errors } = await retrieveRun(flaky, requests(1, true), options)
    expect(rankings.size).toBe(0)
    expect(errors.get('q1')).toBe('too wide')
  })

  it('are what a score or confidence that is not a number is', async () => {
    for (const score of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const { errors } = await retrieveRun(retriever([{ id: 'a', score }]), requests(1), options)
      expect(errors.get('q1')).toMatch(/^the hit a has the score (NaN|Infinity)/)
    }
    const unsure: Retriever = { retrieve: async () => ({ hits: [], confidence: Number.NaN }) }
    expect((await retrieveRun(unsure, requests(1), options)).errors.get('q1')).toMatch(/the confidence NaN/)
  })

  it('of one question do not spoil its batch', async () => {
    const one = retriever(chunks(1, 1))
    const batching: Retriever = {
      async retrieve(question, k, signal) {
        if (question.id === 'q2') throw 'plain text'
        return one.retrieve(question, k, signal)
      },
      async retrieveAll() {
        throw new Error('a batch with q2 in it')
      },
    }
    const { rankings, errors } = await retrieveRun(batching, requests(3), options)
    expect([...rankings.keys()]).toEqual(['q1', 'q3'])
    expect(errors.get('q2')).toBe('plain text')
  })

  it('are never an aborted run', async () => {
    const controller = new AbortController()
    const stubborn: Retriever = {
      async retrieve() {
        return { hits: [] }
      },
      async retrieveAll() {
        controller.abort(new Error('interrupted'))
        throw new Error('stopped')
      },
    }
    const aborting = { ...options, signal: controller.signal }
    await expect(retrieveRun(stubborn, requests(2), aborting)).rejects.toThrow('interrupted')
  })
})

describe('batches', () => {
  it('hold 64 questions and keep their order', async () => {
    const sizes: number[] = []
    const progress: string[] = []
    const batching: Retriever = {
      retrieve: async () => {
        throw new Error('asked alone')
      },
      async retrieveAll(questions) {
        sizes.push(questions.length)
        return questions.map(({ id }) => ({ hits: hits([id]) }))
      },
    }
    const { rankings } = await retrieveRun(batching, requests(130), {
      ...options,
      progress: (done, total) => progress.push(`${done}/${total}`),
    })
    expect(sizes).toEqual([64, 64, 2])
    expect(progress).toEqual(['64/130', '128/130', '130/130'])
    expect([...rankings].every(([id, ranking]) => ids(ranking)?.[0] === id)).toBe(true)
  })

  it('with a ranking too few are asked one by one', async () => {
    const short: Retriever = { ...retriever(chunks(1, 1)), retrieveAll: async () => [] }
    const { rankings } = await retrieveRun(short, requests(2), options)
    expect(rankings.size).toBe(2)
  })

  it('are as large as the concurrency where questions are asked one by one', async () => {
    let underWay = 0
    let most = 0
    const slow: Retriever = {
      async retrieve() {
        most = Math.max(most, ++underWay)
        await Promise.resolve()
        underWay--
        return { hits: [] }
      },
    }
    await retrieveRun(slow, requests(9), { ...options, concurrency: 4 })
    expect(most).toBe(4)
  })
})

describe('order', () => {
  it('is made by score, path, line and id, whatever order the strategy gives', async () => {
    const mixed: Hit[] = [
      { id: 'z', score: 1 },
      { id: 'b', score: 2, path: 'b', startLine: 9 },
      { id: 'c', score: 2, path: 'b', startLine: 2 },
      { id: 'a', score: 2, path: 'a', startLine: 5 },
    ]
    const { rankings } = await retrieveRun(retriever(mixed), requests(1), options)
    expect(ids(rankings.get('q1'))).toEqual(['a', 'c', 'b', 'z'])
  })
})

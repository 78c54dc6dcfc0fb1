import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Question } from '../../../src/model.ts'
import type { EngineAnswer } from '../../../src/strategies/engine/engine.ts'
import { EngineFailure } from '../../../src/strategies/engine/engine-failure.ts'
import { Rate } from '../../../src/strategies/engine/rate.ts'
import { engineRetriever } from '../../../src/strategies/engine/retriever.ts'
import { jitterOf, retrying } from '../../../src/strategies/engine/retrying.ts'
import { engineShape } from '../../../src/strategies/engine/settings.ts'
import { knowledge } from '../../support/engines/strategy.ts'
import { contextOf } from '../chunks.ts'

const { signal } = new AbortController()
const answer: EngineAnswer = { hits: [{ id: 'a.md', score: 1 }] }

function retriever(ask: (question: Question, k: number) => Promise<EngineAnswer>, settings: object = {}) {
  const context = { ...contextOf([]), documents: async () => knowledge }
  return engineRetriever({ ask }, z.object(engineShape).parse({ retries: 0, ...settings }), context)
}

const question = (id: string) => ({ id, text: `question ${id}` })

describe('an engine', () => {
  it('has no more questions under way than its concurrency, whoever asks', async () => {
    let underWay = 0
    let most = 0
    const asked = await retriever(
      async () => {
        most = Math.max(most, ++underWay)
        await new Promise((done) => setImmediate(done))
        underWay--
        return answer
      },
      { concurrency: 3 },
    )
    await Promise.all(Array.from({ length: 20 }, (_, at) => asked.retrieve(question(`q${at}`), 5, signal)))
    expect(most).toBe(3)
    expect(asked.pace).toEqual({ concurrency: 3, warmUp: 5 })
  })

  it('is not asked again once it has failed too often in a row; a question answered begins anew', async () => {
    let calls = 0
    const asked = await retriever(
      async () => {
        if (++calls === 2) return answer
        throw new Error(`failure ${calls}`)
      },
      { maxFailures: 2, concurrency: 1 },
    )
    const errors: string[] = []
    for (let at = 0; at < 6; at++)
      await asked.retrieve(question(`q${at}`), 5, signal).catch(({ message }) => errors.push(message))
    expect(errors).toEqual([
      'failure 1',
      'failure 3',
      'failure 4',
      'not asked, since 2 questions in a row failed, the last with: failure 4',
      'not asked, since 2 questions in a row failed, the last with: failure 4',
    ])
    expect(calls).toBe(4)
  })

  it('is not asked for more than it takes, and what that cuts short is marked', async () => {
    const asked: number[] = []
    const many = await retriever(
      async (_, k) => {
        asked.push(k)
        return {
          hits: Array.from({ length: k }, (_, at) => ({ id: `h${at}`, path: 'a.md', startLine: at + 1, score: -at })),
        }
      },
      { maxHits: 3 },
    )
    expect(await many.retrieve(question('q'), 10, signal)).toMatchObject({ hits: { length: 3 }, cutShort: true })
    expect((await many.retrieve(question('q'), 2, signal)).cutShort).toBeUndefined()
    expect(asked).toEqual([3, 2])
  })

  it('that does not heed its signal is not waited for', async () => {
    const asked = await retriever(() => new Promise(() => {}), { timeout: 0.02 })
    await expect(asked.retrieve(question('q'), 5, signal)).rejects.toThrow('no answer within 0.02 s (`timeout`)')
  })

  it('gives distances where lower is better', async () => {
    const near = await retriever(
      async () => ({
        hits: [
          { id: 'a.md', score: 0.9 },
          { id: 'b.md', score: 0.1 },
        ],
      }),
      { hits: { scores: 'lower' } },
    )
    expect((await near.retrieve(question('q'), 5, signal)).hits.map(({ id, score }) => [id, score])).toEqual([
      ['b.md', -0.1],
      ['a.md', -0.9],
    ])
  })

  it('without scores ranks by its order, and its raw top score is the confidence where its order counts', async () => {
    const hits = [{ id: 'c.md' }, { id: 'a.md' }]
    const plain = await retriever(async () => ({ hits }))
    expect((await plain.retrieve(question('q'), 5, signal)).hits.map(({ id }) => id)).toEqual(['c.md', 'a.md'])
    const kept = await retriever(async () => ({ hits: hits.map((hit) => ({ ...hit, score: 0.25 })) }), {
      hits: { order: 'engine' },
    })
    expect(await kept.retrieve(question('q'), 5, signal)).toMatchObject({
      hits: [{ id: 'c.md' }, { id: 'a.md' }],
      confidence: 0.25,
    })
  })

  it('has the text of its lines where it returns none, so that hits can be reranked and measured', async () => {
    const asked = await retriever(async () => ({ hits: [{ path: 'b.md', startLine: 2, endLine: 3, score: 1 }] }))
    const { hits } = await asked.retrieve(question('q'), 5, signal)
    expect(hits).toMatchObject([{ id: 'b.md:2-3', document: 'b.md', text: 'line 2 of b.md\nline 3 of b.md' }])
  })
})

describe('trying again', () => {
  it('waits a little longer each time, by chance that every run has alike', async () => {
    vi.useFakeTimers()
    const waits: number[] = []
    const real = globalThis.setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, time: number) => {
      waits.push(time)
      return real(run, 0)
    }) as never)
    const jitter = jitterOf('Q07')
    const failing = retrying(() => Promise.reject(new EngineFailure('busy', { passing: true })), {
      retries: 3,
      timeout: 30,
      signal,
      jitter,
    }).catch(({ message }: Error) => message)
    await vi.runAllTimersAsync()
    expect(await failing).toBe('busy (4 attempts)')
    expect(waits).toEqual([1, 2, 3].map((made) => 200 * 2 ** (made - 1) * (0.5 + jitter(made) / 2)))
    expect(jitterOf('Q07')(1)).toBe(jitter(1))
    expect(jitterOf('Q08')(1)).not.toBe(jitter(1))
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('is for failures that pass only', async () => {
    let calls = 0
    const attempt = () => Promise.reject(new EngineFailure(`wrong ${++calls}`))
    await expect(retrying(attempt, { retries: 3, timeout: 30, signal, jitter: () => 0 })).rejects.toThrow('wrong 1')
  })
})

describe('a rate', () => {
  it('spaces requests evenly, and those who give up hold nobody up', async () => {
    vi.useFakeTimers()
    const rate = new Rate(10)
    const begun: [string, number][] = []
    const start = Date.now()
    const gone = new AbortController()
    const turn = (name: string, stop = signal) =>
      rate.turn(stop).then(
        () => begun.push([name, Date.now() - start]),
        () => {},
      )
    const all = Promise.all([turn('a'), turn('b'), turn('gone', gone.signal), turn('c')])
    gone.abort(new Error('gone'))
    await vi.runAllTimersAsync()
    await all
    expect(begun).toEqual([
      ['a', 0],
      ['b', 100],
      ['c', 200],
    ])
    vi.useRealTimers()
  })
})

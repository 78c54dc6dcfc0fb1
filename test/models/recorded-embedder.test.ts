import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import type { EmbedderOptions } from '../../src/models/embedder.ts'
import { ModelFailure } from '../../src/models/model-failure.ts'
import { recordedEmbedder } from '../../src/models/recorded-embedder.ts'
import type { FloatVectors } from '../../src/models/vectors.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'
import { contextOver, fakeEmbedder, vectorOf } from './fake-models.ts'

const signal = new AbortController().signal
const how: EmbedderOptions = { signal, progress() {} }
const rows = ({ values, dimensions, count }: FloatVectors) =>
  Array.from({ length: count }, (_, row) => [...values.subarray(row * dimensions, (row + 1) * dimensions)])
const unit = (vector: Float32Array) => {
  const length = Math.hypot(...vector)
  return [...vector].map((value) => expect.closeTo(value / length, 6) as number)
}
const texts = Array.from({ length: 10 }, (_, index) => 'x'.repeat(index + 1))

describe('a recorded embedder', () => {
  it('gives unit vectors in the order of the texts, asked for in batches, each text once', async () => {
    const { raw, calls } = fakeEmbedder()
    const { context } = contextOver(null)
    const asked = [...texts, ...texts.toReversed()]
    const { vectors } = await recordedEmbedder(raw, context).index(asked, how)
    expect(rows(vectors as FloatVectors)).toEqual(asked.map((text) => unit(vectorOf(text))))
    expect(calls.flat().toSorted()).toEqual(texts.toSorted())
    expect(calls.map(({ length }) => length)).toEqual([4, 4, 2])
  })

  it('finds what an earlier run embedded, also one that was never closed', async () => {
    const folder = join(temporaryFolder(), 'models')
    const first = fakeEmbedder()
    await recordedEmbedder(first.raw, contextOver(folder).context).index(texts, how)
    const second = fakeEmbedder()
    const { context, recorder } = contextOver(folder)
    const { vectors } = await recordedEmbedder(second.raw, context).index([...texts, 'new one'], how)
    expect(second.calls).toEqual([['new one']])
    expect(rows(vectors as FloatVectors)).toEqual([...texts, 'new one'].map((text) => unit(vectorOf(text))))
    expect(recorder.ledger.lines()).toMatchObject([{ calls: 1, asked: 1, recalled: 10 }])
  })

  it('keeps questions apart from passages, models from models, and parameters from parameters', async () => {
    const folder = join(temporaryFolder(), 'models')
    const { raw, calls } = fakeEmbedder()
    const others = [
      { ...raw, identity: { ...raw.identity, model: 'n' } },
      { ...raw, identity: { ...raw.identity, revision: 'r' } },
      { ...raw, identity: { ...raw.identity, parameters: { dimensions: 2 } } },
    ]
    const { embed } = await recordedEmbedder(raw, contextOver(folder).context).index(['text'], how)
    await embed(['text'], signal)
    for (const other of others) await recordedEmbedder(other, contextOver(folder).context).index(['text'], how)
    expect(calls).toHaveLength(5)
    await recordedEmbedder(raw, contextOver(folder).context).index(['text'], how)
    expect(calls).toHaveLength(5)
  })

  it('embeds questions whole where it has indexed nothing: the length is that of the model', async () => {
    const embedder = recordedEmbedder(fakeEmbedder().raw, contextOver(null).context)
    const { embed } = await embedder.index([], how)
    expect(rows((await embed(['text'], signal)) as FloatVectors)).toEqual([unit(vectorOf('text'))])
    const short = await embedder.index([], { ...how, dimensions: 2 })
    expect((await short.embed(['text'], signal)).dimensions).toBe(2)
  })

  it('says what makes its vectors, another text for another model', () => {
    const { raw } = fakeEmbedder()
    const identityOf = (more: object) =>
      recordedEmbedder({ ...raw, identity: { ...raw.identity, ...more } }, contextOver(null).context).identity
    expect(identityOf({})).toBe(identityOf({}))
    expect(new Set([identityOf({}), identityOf({ model: 'n' }), identityOf({ parameters: { a: 1 } })]).size).toBe(3)
  })

  it('cuts vectors to the dimensions that are asked for, and keeps them whole', async () => {
    const { raw, calls } = fakeEmbedder(() => [Float32Array.of(3, 4, 12)])
    const { context } = contextOver(null)
    const embedder = recordedEmbedder(raw, context)
    const [short, whole] = [
      await embedder.index(['text'], { ...how, dimensions: 2 }),
      await embedder.index(['text'], how),
    ]
    expect(rows(short.vectors as FloatVectors)).toEqual([unit(Float32Array.of(3, 4))])
    expect(rows(whole.vectors as FloatVectors)).toEqual([unit(Float32Array.of(3, 4, 12))])
    expect(calls).toHaveLength(1)
    await expect(embedder.index(['text'], { ...how, dimensions: 4 })).rejects.toThrow(
      'the vectors of fake/m are too short',
    )
  })

  it.each([
    [
      'NaN',
      () => [Float32Array.of(1, Number.NaN)],
      'it answered with a vector that is not all numbers, 3 times, for "text"',
    ],
    [
      'infinity',
      () => [Float32Array.of(Number.POSITIVE_INFINITY, 1)],
      'it answered with a vector that is not all numbers',
    ],
    ['nothing', () => [new Float32Array()], 'it answered with an empty vector'],
    ['no vector', () => [], 'it answered 1 texts with 0 results'],
    ['two vectors', () => [vectorOf('a'), vectorOf('b')], 'it answered 1 texts with 2 results'],
  ])('asks three times where it answers with %s, then fails on that', async (_, answer, message) => {
    const { raw, calls } = fakeEmbedder(answer)
    const failing = recordedEmbedder(raw, contextOver(null).context).index(['text'], how)
    await expect(failing).rejects.toThrow(ModelFailure)
    await expect(failing).rejects.toThrow(`embedder \`mine\` (fake/m): ${message}`)
    expect(calls).toHaveLength(3)
  })

  it('asks again only for what was wrong, and keeps the rest', async () => {
    let turn = 0
    const { raw, calls } = fakeEmbedder((asked) => {
      turn++
      return asked.map((text) => (turn === 1 && text === 'bb' ? Float32Array.of(Number.NaN, 0) : vectorOf(text)))
    })
    const { vectors } = await recordedEmbedder(raw, contextOver(null).context).index(['a', 'bb', 'ccc'], how)
    expect(calls).toEqual([['a', 'bb', 'ccc'], ['bb']])
    expect(rows(vectors as FloatVectors)).toEqual(['a', 'bb', 'ccc'].map((text) => unit(vectorOf(text))))
  })

  it('refuses a length that changes within a run, and one that differs from the store', async () => {
    const folder = join(temporaryFolder(), 'models')
    const { raw } = fakeEmbedder((asked) => asked.map((text) => (text === 'odd' ? Float32Array.of(1) : vectorOf(text))))
    const { context } = contextOver(folder)
    await expect(recordedEmbedder(raw, context).index(['a', 'odd'], how)).rejects.toThrow(
      'it answered with a vector of 1 dimensions, where it had 2 before, 3 times, for "odd"',
    )
    const longer = fakeEmbedder(() => [Float32Array.of(1, 2, 3)])
    await expect(recordedEmbedder(longer.raw, contextOver(folder).context).index(['b'], how)).rejects.toThrow(
      'it answered with a vector of 3 dimensions, where it had 2 before',
    )
  })

  it('stops cleanly: what other calls brought meanwhile is kept, no further call is made, and the next run goes on', async () => {
    const folder = join(temporaryFolder(), 'models')
    const failing = fakeEmbedder(async (asked) => {
      if (asked.includes('xxxxx')) throw new Error('the server is down')
      return asked.map(vectorOf)
    })
    const many = Array.from({ length: 40 }, (_, index) => 'x'.repeat(index + 1))
    const { context } = contextOver(folder)
    await expect(recordedEmbedder(failing.raw, context).index(many, how)).rejects.toThrow(
      'embedder `mine` (fake/m): the server is down',
    )
    expect(failing.calls.length).toBeLessThanOrEqual(4)
    const next = fakeEmbedder()
    await recordedEmbedder(next.raw, contextOver(folder).context).index(many, how)
    const bought = failing.calls.filter((asked) => !asked.includes('xxxxx')).flat()
    expect([...bought, ...next.calls.flat()].toSorted()).toEqual(many.toSorted())
  })

  it('ends the run where the model throws a mistake of the user', async () => {
    const { raw, calls } = fakeEmbedder(() => {
      throw new UserError({ what: 'the key is not accepted' })
    })
    const { context, recorder } = contextOver(null)
    const embedder = recordedEmbedder(raw, context)
    await expect(embedder.index(['a'], how)).rejects.toThrow('the key is not accepted')
    await expect(embedder.index(['b'], how)).rejects.toThrow('the key is not accepted')
    expect(() => recorder.throwIfStopped()).toThrow('the key is not accepted')
    expect(calls).toHaveLength(1)
  })

  it('asks once for what two strategies want at the same time, and puts it down to the first', async () => {
    const { raw, calls } = fakeEmbedder()
    const { context, recorder } = contextOver(null)
    const embedder = recordedEmbedder(raw, context)
    await Promise.all([embedder.usedBy!('one').index(['a'], how), embedder.usedBy!('two').index(['a'], how)])
    expect(calls).toEqual([['a']])
    expect(recorder.ledger.lines()).toMatchObject([{ strategy: 'one', calls: 1, asked: 1, recalled: 0 }])
  })

  it('has no more calls under way than it may, with texts in each as the entry says', async () => {
    let underWay = 0
    let most = 0
    const { raw, calls } = fakeEmbedder(async (asked) => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay--
      return asked.map(vectorOf)
    })
    const { context } = contextOver(null, {}, { calls: { concurrency: 2, batch: 3 } })
    const done: number[] = []
    await recordedEmbedder(raw, context).index(texts, { signal, progress: (count) => done.push(count) })
    expect([most, calls.map(({ length }) => length)]).toEqual([2, [3, 3, 3, 1]])
    expect(done.at(-1)).toBe(10)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
  })

  it('makes no call once it is aborted', async () => {
    const { raw, calls } = fakeEmbedder()
    const aborted = recordedEmbedder(raw, contextOver(null).context).index(['a'], {
      signal: AbortSignal.abort(new Error('interrupted')),
      progress() {},
    })
    await expect(aborted).rejects.toThrow('interrupted')
    expect(calls).toEqual([])
  })

  it('has an empty index of no texts, and asks nothing for it', async () => {
    const { raw, calls } = fakeEmbedder()
    const { vectors } = await recordedEmbedder(raw, contextOver(null).context).index([], how)
    expect([vectors.count, calls]).toEqual([0, []])
  })
})

describe('a recorded embedder that may call nothing', () => {
  it('gives something in the place of what is missing, counts it once, and names the first', async () => {
    const folder = join(temporaryFolder(), 'models')
    const known = fakeEmbedder()
    await recordedEmbedder(known.raw, contextOver(folder).context).index(['known'], how)
    const { raw, calls } = fakeEmbedder()
    const { context, recorder } = contextOver(folder, { replay: true }, { calls: { price: { input: 1e6, output: 0 } } })
    const embedder = recordedEmbedder(raw, context).usedBy!('dense')
    for (let turn = 0; turn < 2; turn++) {
      const { vectors } = await embedder.index(['known', 'new a', 'new b', 'new c', 'new d', 'new e'], how)
      expect([vectors.count, vectors.dimensions, calls]).toEqual([6, 2, []])
    }
    expect(recorder.missing).toEqual([
      expect.objectContaining({
        count: 5,
        examples: ['new a', 'new b', 'new c'],
        account: expect.objectContaining({ strategy: 'dense', model: 'fake/m' }),
      }),
    ])
    // Five characters are two tokens, about.
    expect(recorder.ledger.lines()).toMatchObject([
      { calls: 2, asked: 5, recalled: 1, inputTokens: 10, estimated: true, cost: 10 },
    ])
  })
})

describe('limits', () => {
  it('stop a run before a call that is one too many', async () => {
    const { raw, calls } = fakeEmbedder()
    const { context, recorder } = contextOver(null, { limits: { maxCalls: 2 } })
    await expect(recordedEmbedder(raw, context).index(texts, how)).rejects.toThrow(
      'the models have used up `maxCalls` (2 calls); the run is stopped',
    )
    expect(calls).toHaveLength(2)
    expect(() => recorder.throwIfStopped()).toThrow('maxCalls')
  })

  it('stop a run that has cost more than it may', async () => {
    const { raw, calls } = fakeEmbedder(undefined, { inputTokens: 1000 })
    const calling = { price: { input: 1, output: 0 }, concurrency: 1 }
    const { context } = contextOver(null, { limits: { maxCost: 0.0015 } }, { calls: calling })
    await expect(recordedEmbedder(raw, context).index(texts, how)).rejects.toThrow('`maxCost` (0.0015)')
    expect(calls).toHaveLength(2)
  })
})

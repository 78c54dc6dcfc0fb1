import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  CANARY_TEXTS,
  canaryModelText,
  canaryOf,
  cosineText,
  leastCosine,
  SAME_MODEL,
} from '../../src/models/canary.ts'
import { recordedEmbedder } from '../../src/models/recorded-embedder.ts'
import { Random } from '../../src/statistics/random.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'
import { contextOver, fakeEmbedder, vectorOf } from './fake-models.ts'

const random = new Random('canary')
const gaussian = (length: number) =>
  Float32Array.from({ length }, () => Array.from({ length: 12 }, () => random.unit()).reduce((a, b) => a + b) - 6)
const signal = new AbortController().signal
/** Another model under the same name. */
const otherVectorOf: typeof vectorOf = (text) => vectorOf(text).map((value, at) => (at === 0 ? -value : value))

describe('the canary of a report', () => {
  const vectors = Array.from({ length: 10 }, () => gaussian(1536))

  it('keeps directions well enough to tell rounding from another model, in a few kilobytes', () => {
    const canary = canaryOf('m', vectors)
    const rounded = vectors.map((vector) => vector.map((value) => value * (1 + (random.unit() - 0.5) / 100)))
    expect(leastCosine(canary, canaryOf('m', rounded))).toBeGreaterThan(0.9995)
    const others = vectors.map((vector, row) =>
      row === 3 ? vector.map((value) => value + random.unit() - 0.5) : vector,
    )
    expect(leastCosine(canary, canaryOf('m', others))).toBeLessThan(SAME_MODEL)
    expect(JSON.stringify(canary).length).toBeLessThan(14_000)
  })

  it('does not depend on the length of the vectors, and sees another number of dimensions', () => {
    const doubled = vectors.map((vector) => vector.map((value) => 2 * value))
    expect(canaryOf('m', doubled).vectors).toBe(canaryOf('m', vectors).vectors)
    const shorter = vectors.map((vector) => vector.subarray(0, 700))
    expect(leastCosine(canaryOf('m', vectors), canaryOf('m', shorter))).toBe(0)
  })

  it('of vectors of zeros is no direction at all', () => {
    const nothing = canaryOf('m', [new Float32Array(8)])
    expect(leastCosine(nothing, nothing)).toBe(0)
  })

  it('reads damaged vectors as those of another model', () => {
    const canary = canaryOf('m', vectors)
    expect(leastCosine(canary, { ...canary, vectors: 'AAAA' })).toBe(0)
  })

  it('names its model in words', () => {
    expect(canaryModelText('openai/small')).toBe('openai/small')
    expect(canaryModelText('openai/small {"dimensions":256}')).toBe('openai/small (dimensions 256)')
    expect(canaryModelText('tei/m@1 {"passagePrefix":"","queryPrefix":"query: "}')).toBe(
      'tei/m@1 (queryPrefix query: )',
    )
    expect(canaryModelText('tei/m {"passagePrefix":"","queryPrefix":""}')).toBe('tei/m')
    expect(canaryModelText('odd {model}')).toBe('odd')
  })

  it('never says 1 of what is less', () => {
    expect([cosineText(0.99899), cosineText(1), cosineText(0.87)]).toEqual(['0.998', '1.000', '0.870'])
  })
})

describe('the check of an embedder', () => {
  const read = async (folder: string | null, embed: typeof vectorOf, replay = false, texts: string[] = []) => {
    const { raw, calls } = fakeEmbedder((texts) => texts.map(embed))
    const { context, notices, recorder } = contextOver(folder, { replay })
    const embedder = recordedEmbedder(raw, context)
    if (texts.length > 0) await embedder.index(texts, { signal, progress: () => {} })
    const canary = await recorder.checks[0]!.read(signal)
    return { canary, calls, notices, recorder, again: () => recorder.checks[0]!.read(signal) }
  }

  it('asks for its texts in one call, each run anew, and once a run', async () => {
    const folder = join(temporaryFolder(), 'models')
    const first = await read(folder, vectorOf)
    const second = await read(folder, vectorOf)
    await second.again()
    expect([first.calls, second.calls]).toEqual([[CANARY_TEXTS], [CANARY_TEXTS]])
    expect(second.canary).toEqual(first.canary)
    expect(second.notices).toEqual([])
    expect(second.recorder.ledger.lines()).toMatchObject([{ strategy: 'check of the model', calls: 1, asked: 10 }])
  })

  it('says where the store is of another model, whose folder is to go', async () => {
    const folder = join(temporaryFolder(), 'models')
    await read(folder, vectorOf)
    const { notices } = await read(folder, otherVectorOf)
    expect(notices).toEqual([
      expect.stringMatching(
        /^the model behind fake\/m has changed since its vectors in the model store were made \(cosine -?0\.\d{3}\), and those do not go with new ones: delete the folder fake-m-[0-9a-f]{16} of the model store to embed everything anew$/,
      ),
    ])
  })

  it('takes the stored vectors for the model of a run that asked for no others', async () => {
    const folder = join(temporaryFolder(), 'models')
    const before = await read(folder, vectorOf, false, ['one'])
    const replayed = await read(folder, otherVectorOf, false, ['one'])
    const asked = await read(folder, otherVectorOf, false, ['one', 'two'])
    expect(replayed.canary).toEqual(before.canary)
    expect(asked.canary).not.toEqual(before.canary)
    expect([replayed, asked].map(({ notices }) => notices.length)).toEqual([1, 1])
  })

  it('takes the vectors of the store offline, and none where it has none', async () => {
    const folder = join(temporaryFolder(), 'models')
    expect((await read(folder, vectorOf, true)).canary).toBeNull()
    const { canary } = await read(folder, vectorOf)
    const offline = await read(folder, vectorOf, true)
    expect([offline.canary, offline.calls]).toEqual([canary, []])
  })

  it('names its embedder once where that does not answer', async () => {
    const { notices } = await read(null, () => {
      throw new Error('status 429 from example.org after 6 attempts')
    })
    expect(notices).toEqual([
      'embedder `mine` could not be asked whether it is still the model that it was: status 429 from example.org after 6 attempts',
    ])
  })

  it('survives a model that does not answer, or not with numbers', async () => {
    const { notices, canary } = await read(null, () => Float32Array.of(Number.NaN))
    expect(canary).toBeNull()
    expect(notices).toEqual([
      'embedder `mine` could not be asked whether it is still the model that it was: it answered with vectors that are not all numbers',
    ])
  })
})

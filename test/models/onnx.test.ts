import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Embedder } from '../../src/models/embedder.ts'
import { onnxEmbedder, onnxReranker, rawEmbedder, rawReranker } from '../../src/models/onnx.ts'
import { modelContext } from '../support/model-context.ts'

const models = fileURLToPath(new URL('../support/onnx/', import.meta.url))
const signal = new AbortController().signal
const progress = () => {}
let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'onnx-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

type Settings = Parameters<typeof rawEmbedder>[0]
const settings = (more: object = {}) => onnxEmbedder.schema.parse({ model: 'tiny-embedder', ...more }) as Settings
const embedder = (more: object = {}, workspace = models) =>
  rawEmbedder(settings(more), modelContext({}, { baseDirectory: workspace }))

describe('an embedder', () => {
  test('gives each text the same vector, alone or among others of any length', async () => {
    const model = await embedder({ rows: 2 })
    const texts = ['how are passwords hashed?', 'bottles', 'the key of the garden attic is a tool', 'x']
    const { vectors } = await model.embed(texts, 'passage', signal)
    for (const [index, text] of texts.entries()) {
      const alone = (await model.embed([text], 'passage', signal)).vectors[0]!
      expect(Math.max(...alone.map((value, i) => Math.abs(value - vectors[index]![i]!)))).toBeLessThan(1e-6)
    }
  })

  test('takes the mean of token vectors that the model file describes: tanh((word + place) x matrix)', async () => {
    const model = await embedder()
    const cls = await embedder({ pooling: 'cls' })
    const mean = (await model.embed(['key'], 'passage', signal)).vectors[0]!
    const first = (await cls.embed(['key'], 'passage', signal)).vectors[0]!
    // [CLS] key [SEP]: the mean is not the first, and both are within what tanh gives.
    expect(first).not.toEqual(mean)
    expect([...mean, ...first].every((value) => Math.abs(value) <= 1)).toBe(true)
    expect(mean).toHaveLength(16)
  })

  test('puts a prefix before questions and another before passages', async () => {
    const plain = await embedder()
    const prefixed = await embedder({ queryPrefix: 'how ', passagePrefix: 'the ' })
    const vector = async (model: typeof plain, text: string, role: 'query' | 'passage') =>
      (await model.embed([text], role, signal)).vectors[0]
    expect(await vector(prefixed, 'key', 'query')).toEqual(await vector(plain, 'how key', 'query'))
    expect(await vector(prefixed, 'key', 'passage')).toEqual(await vector(plain, 'the key', 'passage'))
  })

  test('cuts what is too long, says so once for every run, and reads the beginning', async () => {
    const notices: string[] = []
    const context = modelContext({}, { baseDirectory: models, notice: (line) => void notices.push(line) })
    const model = (await onnxEmbedder.load(settings({ maxTokens: 8 }), context)) as Embedder
    const long = 'a key of the garden is how tools lock the attic'
    const { vectors } = await model.index([long, 'key'], { signal, progress })
    const same = await model.index([`${long} and where bottles are`, 'key'], { signal, progress })
    expect(same.vectors.values).toEqual(vectors.values)
    expect(notices).toEqual([
      expect.stringMatching(/^1 text longer than onnx\/tiny-embedder.* reads: the end is left out/),
      expect.stringMatching(/^1 text longer/),
    ])
  })

  test('is not asked whether it has changed: its files are its name', async () => {
    const context = modelContext({}, { baseDirectory: models })
    await onnxEmbedder.load(settings(), context)
    expect(context.recorder.checks).toEqual([])
  })

  test('gives the same numbers in both runtimes, to 1e-4', async ({ skip }) => {
    const native = process.env.ONNX_NATIVE
    if (native === undefined) return skip('ONNX_NATIVE names no folder with onnxruntime-node in it')
    const texts = ['how are passwords hashed?', 'bottles in the cellar', 'x'.repeat(90)]
    const here = await (await embedder()).embed(texts, 'passage', signal)
    const there = await embedder({ model: join(models, 'tiny-embedder') }, native)
    const other = await there.embed(texts, 'passage', signal)
    for (const [row, vector] of here.vectors.entries()) {
      for (const [i, value] of vector.entries()) expect(other.vectors[row]![i]).toBeCloseTo(value, 4)
    }
  })
})

describe('a cross-encoder', () => {
  const reranker = (workspace = models, model = 'tiny-cross-encoder') =>
    rawReranker(
      onnxReranker.schema.parse({ model }) as Parameters<typeof rawReranker>[0],
      modelContext({}, { baseDirectory: workspace }),
    )

  test('judges the passage with the words of the question highest, whatever the order', async () => {
    const model = await reranker()
    const { scores } = await model.score('key lock', ['garden tools', 'key lock', 'x'], signal)
    const backwards = await model.score('key lock', ['x', 'key lock', 'garden tools'], signal)
    expect(scores.indexOf(Math.max(...scores))).toBe(1)
    expect(backwards.scores.toReversed()).toEqual(scores)
  })

  test('cuts the passage and not the question', async () => {
    const model = await reranker()
    const [short, long] = (await model.score('key', [`key ${'a '.repeat(57)}`, `key ${'a '.repeat(400)}`], signal))
      .scores
    expect(long).toBeCloseTo(short!, 1)
  })

  test('gives the same numbers in both runtimes, to 1e-4', async ({ skip }) => {
    const native = process.env.ONNX_NATIVE
    if (native === undefined) return skip('ONNX_NATIVE names no folder with onnxruntime-node in it')
    const texts = ['key', 'garden tools', 'how are passwords hashed?']
    const here = await (await reranker()).score('where is the key?', texts, signal)
    const there = await (await reranker(native, join(models, 'tiny-cross-encoder'))).score(
      'where is the key?',
      texts,
      signal,
    )
    for (const [index, score] of here.scores.entries()) expect(there.scores[index]).toBeCloseTo(score, 4)
  })
})

describe('what cannot be used is said', () => {
  async function broken(change: (folder: string) => Promise<void>, from = 'tiny-embedder') {
    const folder = await mkdtemp(join(scratch, 'model-'))
    await cp(join(models, from), folder, { recursive: true })
    await change(folder)
    const model = await rawEmbedder(settings({ model: folder }), modelContext({}, { baseDirectory: scratch }))
    return model.embed(['key'], 'passage', signal)
  }

  test('no model at all, before anything is embedded', async () => {
    await expect(embedder({ model: 'elsewhere' })).rejects.toThrow(/elsewhere: there is no model in this folder/)
  })

  test('no tokenizer', async () => {
    await expect(broken((folder) => rm(join(folder, 'tokenizer.json')))).rejects.toThrow('has no file `tokenizer.json`')
  })

  test('a tokenizer that is none', async () => {
    await expect(broken((folder) => writeFile(join(folder, 'tokenizer.json'), '[1, 2'))).rejects.toThrow(
      /tokenizer\.json: this file of a model cannot be used[\s\S]*a JSON object/,
    )
  })

  test('a model that is cut short', async () => {
    await expect(broken((folder) => writeFile(join(folder, 'model.onnx'), 'not a model'))).rejects.toThrow(
      /model\.onnx: this file of a model cannot be used[\s\S]*a model in ONNX form/,
    )
  })

  test('a model of another kind: one that wants pairs and gives a number', async () => {
    const model = await rawReranker(
      onnxReranker.schema.parse({ model: 'tiny-embedder' }) as Parameters<typeof rawReranker>[0],
      modelContext({}, { baseDirectory: models }),
    )
    await expect(model.score('key', ['lock', 'tools'], signal)).rejects.toThrow('does not judge pairs of texts')
  })
})

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSafetensors } from '../../src/models/model2vec/safetensors.ts'
import { rawModel2vec } from '../../src/models/model2vec.ts'
import { modelContext } from '../support/model-context.ts'

const tokenizer = fileURLToPath(new URL('../support/onnx/tiny-embedder/tokenizer.json', import.meta.url))
const signal = new AbortController().signal
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model2vec-'))
  await cp(tokenizer, join(folder, 'tokenizer.json'))
  await writeFile(join(folder, 'config.json'), JSON.stringify({ normalize: false, model_type: 'model2vec' }))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A file in the format "safetensors" with tensors of 32-bit numbers. */
function safetensors(
  tensors: Readonly<Record<string, { dims: readonly number[]; values: readonly number[] }>>,
): Buffer {
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } }
  const parts: Buffer[] = []
  let offset = 0
  for (const [name, { dims, values }] of Object.entries(tensors)) {
    const bytes = Buffer.from(Float32Array.from(values).buffer)
    header[name] = { dtype: 'F32', shape: dims, data_offsets: [offset, offset + bytes.length] }
    offset += bytes.length
    parts.push(bytes)
  }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  return Buffer.concat([length, text, ...parts])
}

const VOCABULARY = 104
/** Token t has the vector [t, 1]. */
const vectors = { dims: [VOCABULARY, 2], values: Array.from({ length: VOCABULARY }, (_, token) => [token, 1]).flat() }

async function embed(
  text: string,
  tensors: Parameters<typeof safetensors>[0] = { embeddings: vectors },
): Promise<number[]> {
  await writeFile(join(folder, 'model.safetensors'), safetensors(tensors))
  const model = await rawModel2vec({ model: folder, sha256: {}, hub: 'http://unused' }, modelContext())
  return [...(await model.embed([text], 'passage', signal)).vectors[0]!]
}

// In the vocabulary of make-models.py: "the" is 5, "key" 21, "lock" 22.
describe('a text', () => {
  test('has the mean of the vectors of its tokens, without those that stand around a text', async () => {
    expect(await embed('the key')).toEqual([(5 + 21) / 2, 1])
    expect(await embed('key')).toEqual([21, 1])
  })

  test('leaves unknown tokens out, and has zeros where nothing is known', async () => {
    expect(await embed('key 锁')).toEqual([21, 1])
    expect(await embed('锁')).toEqual([0, 0])
    expect(await embed('')).toEqual([0, 0])
  })

  test('weighs tokens where the model has weights', async () => {
    const weights = {
      dims: [VOCABULARY],
      values: Array.from({ length: VOCABULARY }, (_, token) => (token === 21 ? 3 : 1)),
    }
    expect(await embed('the key', { embeddings: vectors, weights })).toEqual([(5 + 3 * 21) / 2, 2])
  })

  test('is brought to length one where the model says so', async () => {
    await writeFile(join(folder, 'config.json'), '{"normalize": true}')
    const [x, y] = await embed('key')
    expect(Math.hypot(x!, y!)).toBeCloseTo(1, 6)
    expect(x! / y!).toBeCloseTo(21, 4)
  })
})

describe('safetensors', () => {
  const ofType = (dtype: string, bytes: Buffer, count: number) => {
    const text = Buffer.from(JSON.stringify({ t: { dtype, shape: [count], data_offsets: [0, bytes.length] } }))
    const length = Buffer.alloc(8)
    length.writeBigUInt64LE(BigInt(text.length))
    return [...readSafetensors(Buffer.concat([length, text, bytes])).get('t')!.values]
  }

  test('are read in half precision, as IEEE 754 and as bfloat16', () => {
    // 1, -2, 0.5, the largest, the smallest subnormal.
    const half = Buffer.from(Uint16Array.of(0x3c00, 0xc000, 0x3800, 0x7bff, 0x0001).buffer)
    expect(ofType('F16', half, 5)).toEqual([1, -2, 0.5, 65504, 2 ** -24])
    expect(ofType('BF16', Buffer.from(Uint16Array.of(0x3f80, 0xc000, 0x3e80).buffer), 3)).toEqual([1, -2, 0.25])
  })

  test('are refused where they end too soon', async () => {
    const whole = safetensors({ embeddings: vectors })
    expect(() => readSafetensors(whole.subarray(0, whole.length - 1))).toThrow('the tensor `embeddings` does not fit')
    expect(() => readSafetensors(whole.subarray(0, 20))).toThrow('the header is longer than the file')
    expect(() => readSafetensors(new Uint8Array(3))).toThrow('the header is longer than the file')
  })
})

describe('what cannot be used is said', () => {
  test('a file that is missing, and one that is something else', async () => {
    const load = async () => {
      const model = await rawModel2vec({ model: folder, sha256: {}, hub: 'http://unused' }, modelContext())
      return model.embed(['key'], 'passage', signal)
    }
    await expect(load()).rejects.toThrow(
      /model\.safetensors: this file of a model cannot be used[\s\S]*found: +nothing/,
    )
    await writeFile(join(folder, 'model.safetensors'), safetensors({ other: vectors }))
    await expect(load()).rejects.toThrow(/a tensor `embeddings` of two dimensions/)
  })
})

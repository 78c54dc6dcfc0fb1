import { expect, test } from 'vitest'
import { embedderTypes } from '../../src/models/embedder-registry.ts'
import { openServices } from '../../src/models/open-services.ts'
import { rerankerTypes } from '../../src/models/reranker-registry.ts'

const { signal } = new AbortController()
const services = openServices({
  models: {
    embedders: { plain: { type: 'hashing', settings: embedderTypes.hashing.schema.parse({ stemming: false }) } },
    rerankers: { plain: { type: 'features', settings: rerankerTypes.features.schema.parse({ stemming: false }) } },
    chats: {},
  },
  env: {},
  baseDirectory: '/',
  fetch,
  signal,
  notice() {},
})

test('an embedder reads words as its entry says, and is another one for it', async () => {
  const [plain, named] = [await services.embedder('plain'), await services.embedder('hashing')]
  expect(plain.identity).not.toBe(named.identity)
  const vectorsOf = async (embedder: typeof plain) =>
    (await embedder.index(['closing lids'], { signal, progress() {} })).vectors.values
  expect(await vectorsOf(plain)).not.toEqual(await vectorsOf(named))
})

test('a reranker reads words as its entry says', async () => {
  const candidates = ['closing the lid', 'a door'].map((text) => ({ text, score: 1, title: '', path: '' }))
  const gainOf = async (name: string) => {
    const [first, second] = await (await services.reranker(name)).score('close', candidates, signal)
    return first! - second!
  }
  expect(await gainOf('plain')).toBe(0)
  expect(await gainOf('features')).toBeGreaterThan(0)
})

test('a setting that it does not have is refused', () => {
  expect(embedderTypes.lsa.schema.safeParse({ stems: false }).success).toBe(false)
})

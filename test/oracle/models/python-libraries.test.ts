import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TextTokenizer } from '../../../src/models/onnx/text-tokenizer.ts'
import { onnxEmbedder, onnxReranker, rawEmbedder, rawReranker } from '../../../src/models/onnx.ts'
import { modelContext } from '../../support/model-context.ts'

interface Expected {
  readonly longest: number
  readonly texts: readonly string[]
  readonly pairs: readonly (readonly [string, string])[]
  readonly ids: Readonly<
    Record<string, { readonly texts: number[][]; readonly pairs: number[][]; readonly types: number[][] }>
  >
  readonly mean: Readonly<Record<'plain' | 'query', number[][]>>
  readonly cls: Expected['mean']
  readonly scores: readonly number[]
}

const here = fileURLToPath(new URL('.', import.meta.url))
const read = async (path: string) => JSON.parse(await readFile(join(here, path), 'utf8'))
const expected = (await read('expected.json')) as Expected
const signal = new AbortController().signal
const { texts, pairs, longest } = expected

/** The largest difference of two lists of numbers. */
function difference(found: Iterable<number>, wanted: readonly number[]): number {
  const numbers = [...found]
  expect(numbers).toHaveLength(wanted.length)
  return Math.max(...numbers.map((value, index) => Math.abs(value - wanted[index]!)))
}

describe.each(Object.keys(expected.ids))('a tokenizer of the kind %s, held against transformers', (kind) => {
  const open = async () =>
    TextTokenizer.of(await read(`${kind}/tokenizer.json`), await read(`${kind}/tokenizer_config.json`), longest)

  it.each(texts.map((text, at) => [text.slice(0, 40), at] as const))('has the same ids for %j', async (_, at) => {
    expect((await open()).tokens(texts[at]!).ids).toEqual(expected.ids[kind]!.texts[at])
  })

  it.each(pairs.map(([first, second], at) => [first.slice(0, 15), second.slice(0, 25), at] as const))(
    'has the same ids for the pair %j, %j',
    async (_, __, at) => {
      const [first, second] = pairs[at]!
      const { ids, types } = (await open()).pair(first, second)
      const { pairs: wanted, types: wantedTypes } = expected.ids[kind]!
      expect({ ids, types }).toEqual({ ids: wanted[at], types: wantedTypes[at] })
    },
  )
})

describe.each(['mean', 'cls'] as const)(
  'an embedder that says it pools by %s, held against sentence-transformers',
  (pooling) => {
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'oracle-'))
      await cp(join(here, 'embedder-mean'), folder, { recursive: true })
      await cp(join(here, `embedder-${pooling}`), folder, { recursive: true })
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    const vectors = async (role: 'query' | 'passage', more: object = {}) => {
      const settings = onnxEmbedder.schema.parse({ model: folder, ...more })
      return (await (await rawEmbedder(settings, modelContext())).embed(texts, role, signal)).vectors
    }

    it('gives the same vectors to 1e-4', async () => {
      for (const [at, vector] of (await vectors('passage')).entries()) {
        expect(difference(vector, expected[pooling].plain[at]!), texts[at]!).toBeLessThan(1e-4)
      }
    })

    it('gives the same vectors with the prefix of questions', async () => {
      for (const [at, vector] of (await vectors('query', { queryPrefix: 'query: ' })).entries()) {
        expect(difference(vector, expected[pooling].query[at]!), texts[at]!).toBeLessThan(1e-4)
      }
    })
  },
)

it('a cross-encoder gives the scores of sentence-transformers to 1e-4', async () => {
  const settings = onnxReranker.schema.parse({ model: join(here, 'cross-encoder') })
  const scorer = await rawReranker(settings, modelContext())
  for (const [at, [question, text]] of pairs.entries()) {
    const { scores } = await scorer.score(question, [text], signal)
    expect(difference(scores, [expected.scores[at]!]), `${question} | ${text}`).toBeLessThan(1e-4)
  }
})

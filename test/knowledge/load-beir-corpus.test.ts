import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadBeirCorpus } from '../../src/knowledge/load-beir-corpus.ts'
import { temporaryFolder, write } from './temporary-workspace.ts'

function corpus(content: string): string {
  const folder = temporaryFolder()
  write(folder, { 'corpus.jsonl': content })
  return join(folder, 'corpus.jsonl')
}

it('reads records in file order, with the title in front of the text', async () => {
  const path = corpus(
    '\uFEFF{"_id":"b","title":"T","text":"one"}\r\n\r\n{"_id":"a","title":"","text":"two\\nlines","metadata":{}}\n{"_id":7,"text":"three"}',
  )
  expect(await loadBeirCorpus(path)).toMatchObject([
    { id: 'b', title: 'T', text: 'T\none' },
    { id: 'a', text: 'two\nlines' },
    { id: '7', text: 'three' },
  ])
})

it('reads lines across the borders of the blocks that the file is read in', async () => {
  const text = '文é😀x'.repeat(40_000)
  const path = corpus([1, 2, 3, 4].map((n) => JSON.stringify({ _id: `d${n}`, text: text + n })).join('\n'))
  expect((await loadBeirCorpus(path)).map((document) => document.text)).toEqual([1, 2, 3, 4].map((n) => text + n))
})

it.each([
  ['broken JSON', '{"_id":"a","text":"x"}\n\n{"_id":', /corpus\.jsonl:3: this line is not JSON/],
  ['a missing id', '{"_id":"a","text":"x"}\n{"text":"x"}', /corpus\.jsonl:2: .*BEIR[\s\S]*_id/],
  ['an empty id', '{"_id":"","text":"x"}', /corpus\.jsonl:1: .*BEIR[\s\S]*_id/],
  ['a missing text', '{"_id":"a"}', /corpus\.jsonl:1: .*BEIR[\s\S]*text/],
  ['an array', '[1]', /corpus\.jsonl:1: .*BEIR/],
  [
    'a repeated id',
    '{"_id":"a","text":"x"}\n{"_id":"a","text":"y"}',
    /corpus\.jsonl:2: the document id "a" is used twice[\s\S]*line 1/,
  ],
  ['an empty file', '\n', /corpus\.jsonl: the corpus has no documents/],
])('explains %s', async (_, content, message) => {
  const path = corpus(content)
  await expect(loadBeirCorpus(path)).rejects.toThrow(message)
  await expect(loadBeirCorpus(path)).rejects.toMatchObject({ name: 'UserError' })
})

it('explains a file that is not there', async () => {
  await expect(loadBeirCorpus(join(temporaryFolder(), 'corpus.jsonl'))).rejects.toThrow(/does not exist/)
})

import { describe, expect, it } from 'vitest'
import { hitsSchema } from '../../../src/strategies/engine/hits-settings.ts'
import { hitReader } from '../../../src/strategies/engine/read-hits.ts'

const read = (answer: unknown, settings: object = {}) => hitReader(hitsSchema.parse(settings))(answer)

describe('the hits of an answer', () => {
  const hit = { id: '1', path: 'a.md' }

  it.each([
    ['a list', [hit]],
    ['hits', { hits: [hit] }],
    ['results', { results: [hit] }],
    ['documents', { documents: [hit] }],
    ['chunks', { took: 3, chunks: [hit] }],
    ['one level deeper', { hits: { total: 1, hits: [hit] } }],
  ])('are found without being told where: %s', (_, answer) => {
    expect(read(answer)).toEqual([hit])
  })

  it('have their fields under the usual names, or in their metadata', () => {
    expect(
      read([
        { _id: 7, file: 'a.md', lines: [3, 9], _score: '0.5', content: 'words' },
        { page_content: 'words', metadata: { source: 'b.md', start_line: 1, end_line: '2' }, similarity: 1 },
        { id: 'c', document: { nested: true }, doc_id: 'D7', text: 'words', score: null },
        'docs/a.md:3-9',
      ]),
    ).toEqual([
      { id: '7', path: 'a.md', startLine: 3, endLine: 9, score: 0.5, text: 'words' },
      { path: 'b.md', startLine: 1, endLine: 2, score: 1, text: 'words' },
      { id: 'c', document: 'D7', text: 'words' },
      { id: 'docs/a.md:3-9' },
    ])
  })

  it('are read by expressions where those are given', () => {
    const answer = { found: [{ at: { file: 'a.md', span: [0, 4] }, d: 0.25 }] }
    const settings = {
      list: 'found',
      path: 'at.file',
      startLine: 'at.span[0] + `1`',
      endLine: 'at.span[1]',
      score: 'd',
    }
    expect(read(answer, settings)).toEqual([{ path: 'a.md', startLine: 1, endLine: 4, score: 0.25 }])
  })

  it.each([
    [{}, {}, 'in a usual place: name it with `hits.list`; keys of the answer: none; it begins {}'],
    [{ hits: 3 }, {}, 'keys of the answer: hits'],
    [null, {}, 'an empty list says that nothing was found; it begins null'],
    [{ response: { found: [{ a: 1 }] } }, {}, 'name it with `hits.list: response.found`; keys'],
    [{ response: { found: [{ a: 1 }] } }, { list: 'response.fund' }, 'name it with `hits.list: response.found`; keys'],
    [{ errors: [{ message: 'no' }], took: 1 }, {}, 'name it with `hits.list`; keys'],
    [{ 'my list': [{ a: 1 }], names: ['x'] }, {}, 'name it with `hits.list`; keys'],
    [{ found: { a: 1 } }, { list: 'found' }, '`found` is no list, it is {"a":1}'],
    [[{ id: '1', score: 'high' }], {}, 'hit 1 has the score "high", which is not a number'],
    [[{ id: '1', startLine: 1.5 }], {}, 'hit 1 has the startLine 1.5, and lines are whole numbers from 1'],
    [[{ id: '1', at: {} }], { path: 'at' }, 'hit 1 has the path {}, which is not a text'],
    [[{ id: '1', at: 'x' }], { score: 'abs(at)' }, '`abs(at)` cannot be applied to the answer'],
  ])('are refused: %j with %j', (answer, settings, message) => {
    expect(() => read(answer, settings)).toThrow(message)
  })
})

import { describe, expect, it } from 'vitest'
import { chunkDocuments } from '../../../src/knowledge/chunk-documents.ts'
import { sourcesOf } from '../../../src/strategies/graph/source.ts'
import { makeDocument } from '../../knowledge/make-document.ts'

const text = ['one two three', '', 'four five six', 'seven eight', '', '', 'nine ten', 'eleven'].join('\n')
const cut = (by: string, overlap = 0, content = text) =>
  chunkDocuments([makeDocument('a.txt', content), makeDocument('b.txt', 'other')], { by, maxTokens: 6, overlap })

describe('sourcesOf', () => {
  it('puts documents together again, whatever overlaps', async () => {
    for (const overlap of [0, 2, 5]) {
      const sources = sourcesOf(await cut('lines', overlap))
      expect(sources.map(({ path, text: own }) => [path, own])).toEqual([
        ['a.txt', text],
        ['b.txt', 'other'],
      ])
    }
  })

  it('finds the chunk of a line: the first that has it', async () => {
    const chunks = await cut('lines', 3)
    const [source] = sourcesOf(chunks)
    for (const line of [1, 3, 4, 7, 8]) {
      const first = chunks.findIndex(({ startLine, endLine }) => startLine <= line && line <= endLine)
      expect(source!.chunkAt(line)).toBe(first)
    }
    expect(source!.chunkAt(99)).toBeUndefined()
  })

  it('keeps all words of a line that was cut', async () => {
    const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa'
    const [source] = sourcesOf(await cut('lines', 0, words))
    expect(source!.text).toBe(words)
  })
})

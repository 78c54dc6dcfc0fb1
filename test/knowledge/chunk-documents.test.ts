import { describe, expect, it } from 'vitest'
import { chunkDocuments } from '../../src/knowledge/chunk-documents.ts'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import { makeDocument, makeRecord } from './make-document.ts'

const SIZE = { maxTokens: 4, overlap: 0 }

describe('chunkDocuments', () => {
  it('keeps the order of the documents and gives each chunk its document, lines, hash and tokens', async () => {
    const documents = [makeDocument('b.txt', 'one two\r\nthree four\r\n\r\nfive'), makeDocument('a.txt', 'six')]
    const shape = { headings: [], hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(await chunkDocuments(documents, { by: 'lines', ...SIZE })).toEqual([
      {
        ...shape,
        id: 'b.txt:1-2',
        document: 'b.txt',
        path: 'b.txt',
        startLine: 1,
        endLine: 2,
        text: 'one two\nthree four',
        tokens: 4,
      },
      {
        ...shape,
        id: 'b.txt:4-4',
        document: 'b.txt',
        path: 'b.txt',
        startLine: 4,
        endLine: 4,
        text: 'five',
        tokens: 1,
      },
      { ...shape, id: 'a.txt:1-1', document: 'a.txt', path: 'a.txt', startLine: 1, endLine: 1, text: 'six', tokens: 1 },
    ])
  })

  it('numbers the parts of a long line, which share its line', async () => {
    const chunks = await chunkDocuments([makeDocument('a.txt', 'one two three four five six seven eight nine')], {
      by: 'lines',
      ...SIZE,
    })
    expect(chunks.map(({ id, text }) => [id, text])).toEqual([
      ['a.txt:1-1', 'one two three'],
      ['a.txt:1-1#2', 'four five six'],
      ['a.txt:1-1#3', 'seven eight nine'],
    ])
  })

  it("keeps ids apart where a document is named like another one's chunk", async () => {
    const documents = [makeRecord('a', 'x'), makeRecord('a:1-1', 'y')]
    const whole = await chunkDocuments(documents, { by: 'document', ...SIZE })
    expect(whole.map((chunk) => chunk.id)).toEqual(['a', 'a:1-1'])
    const clash = await chunkDocuments([makeRecord('a:1-1', 'y'), makeRecord('a', 'x')], { by: 'lines', ...SIZE })
    expect(clash.map((chunk) => chunk.id)).toEqual(['a:1-1:1-1', 'a:1-1'])
  })

  it('gives a record whole, with its title as heading, and nothing for an empty one', async () => {
    const documents = [makeRecord('r', 'T\nsome text that is longer than that', 'T'), makeRecord('empty', ' \n')]
    expect(await chunkDocuments(documents, { by: 'document', ...SIZE })).toEqual([
      {
        id: 'r',
        document: 'r',
        startLine: 1,
        endLine: 2,
        text: 'T\nsome text that is longer than that',
        headings: ['T'],
        hash: contentHash('T\nsome text that is longer than that'),
        tokens: 8,
      },
    ])
  })

  it('names the chunkers there are where one does not exist', async () => {
    await expect(chunkDocuments([], { by: 'toString', ...SIZE })).rejects.toThrow(
      /heading, code,[\s\S]*document[\s\S]*toString/,
    )
  })

  it('pauses now and then, and stops where a pause throws', async () => {
    const documents = Array.from({ length: 130 }, (_, index) => makeDocument(`${index}.txt`, 'one two'))
    const done: number[] = []
    const pause = async (count: number) => void done.push(count)
    expect(await chunkDocuments(documents, { by: 'lines', ...SIZE }, undefined, undefined, pause)).toHaveLength(130)
    expect(done).toEqual([0, 64, 128])
    const stop = async () => Promise.reject(new Error('interrupted'))
    const stopped = chunkDocuments(documents, { by: 'lines', ...SIZE }, undefined, undefined, stop)
    await expect(stopped).rejects.toThrow('interrupted')
  })
})

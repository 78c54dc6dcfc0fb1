import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chunkDocuments } from '../../src/knowledge/chunk-documents.ts'
import type { Document } from '../../src/model.ts'
import { cutCodec } from '../../src/store/cut-codec.ts'
import { type CutRow, restore } from '../../src/store/cut-row.ts'
import { makeDocument, makeRecord } from '../knowledge/make-document.ts'

const line = fc.constantFrom('# Title', '## Part', 'some words here', '密码 一二三', '', 'a\r', 'word '.repeat(40))
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
const chunkings = fc.constantFrom('heading', 'lines', 'document').map((by) => ({ by, maxTokens: 8, overlap: 2 }))

async function cutRow(document: Document, chunking: { by: string; maxTokens: number; overlap: number }) {
  const chunks = await chunkDocuments([document], chunking)
  return { cut: { chunks, reasons: ['a reason'] }, text: document.text }
}

it('gives chunks back as they were, once packed and once packed again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 4 }), chunkings, async (texts, chunking) => {
      const documents = texts.map((each, index) =>
        index % 2 === 0 ? makeDocument(`${index}.md`, each) : makeRecord(`${index}`, each, 'A title'),
      )
      const rows = new Map<string, CutRow>()
      for (const document of documents) rows.set(document.id, await cutRow(document, chunking))
      const once = cutCodec.decode(cutCodec.encode(rows))
      const twice = cutCodec.decode(Uint8Array.from(cutCodec.encode(once)))
      for (const kept of [once, twice]) {
        expect([...kept.keys()]).toEqual([...rows.keys()])
        for (const document of documents) {
          const { chunks, reasons } = restore(kept.get(document.id)!, document)
          const expected = restore(rows.get(document.id)!, document)
          expect(reasons).toEqual(expected.reasons)
          // What is made when it is asked for is none of an object's own properties.
          expect(chunks.map(({ id, hash, text, ...rest }) => ({ ...rest, id, hash, text }))).toEqual(expected.chunks)
        }
      }
    }),
    { numRuns: 60 },
  )
})

it('refuses bytes that end too early', () => {
  const whole = cutCodec.encode(new Map())
  expect(() => cutCodec.decode(whole.subarray(0, 4))).toThrow()
  expect(() => cutCodec.decode(whole.subarray(0, 12))).toThrow()
})

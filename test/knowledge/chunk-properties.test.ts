import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkDocuments } from '../../src/knowledge/chunk-documents.ts'
import { countTokens } from '../../src/knowledge/tokens.ts'
import type { Chunk } from '../../src/model.ts'
import { randomCode } from './code/random-code.ts'
import { makeDocument } from './make-document.ts'

const LINES = [
  ['', '', '   ', 'one two three', 'a sentence of several words, with a comma.', '中文的一行文字', '😀 ok'],
  ['# Top', '## Second `code`', '### Third', 'Setext', '===', '---', '+++', 'title: x'],
  [
    '```',
    '```ts',
    '~~~',
    '    indented()',
    '> quoted',
    '> > deeper',
    '- item',
    '  - nested',
    '1. first',
    '* * *',
    '\t- tab',
  ],
  [
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '[ref]: https://example.org',
    '[^1]: note',
    '\\',
    '\r',
  ],
].flat()
const longLine = fc.integer({ min: 20, max: 60 }).map((count) => 'word '.repeat(count).trim())
const blob = fc.integer({ min: 100, max: 300 }).map((count) => 'x9'.repeat(count))
const line = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...LINES) },
  longLine,
  blob,
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'))
const size = fc.record({ maxTokens: fc.integer({ min: 1, max: 60 }), overlap: fc.integer({ min: 0, max: 20 }) })
const runs = { numRuns: 60 }

const linesOf = (content: string) => content.split('\n').map((each) => (each.endsWith('\r') ? each.slice(0, -1) : each))
const cutLines = (chunks: readonly Chunk[], lines: readonly string[], maxTokens: number) =>
  new Set(
    chunks
      .flatMap((chunk) => [chunk.startLine, chunk.endLine])
      .filter((each) => countTokens(lines[each - 1]!) > maxTokens),
  )

/** Chunker, file and what is in it. */
const cutting: [string, string, fc.Arbitrary<string>][] = [
  ['heading', 'a.md', text],
  ['lines', 'a.md', text],
  ['code', 'a.md', text],
  ['code', 'a.ts', randomCode],
  ['code', 'a.py', text],
]

describe.each([...cutting, ['document', 'a.md', text]] as typeof cutting)(
  'the chunker "%s" on %s',
  (by, path, text) => {
    const cut = (content: string, config: { maxTokens: number; overlap: number }) =>
      chunkDocuments([makeDocument(path, content)], { by, ...config })

    it('covers every line that is not blank, in order', async () => {
      await fc.assert(
        fc.asyncProperty(text, size, async (content, config) => {
          const chunks = await cut(content, config)
          const covered = new Set(
            chunks.flatMap(({ startLine, endLine }) =>
              [...Array(endLine - startLine + 1).keys()].map((i) => startLine + i),
            ),
          )
          for (const [index, each] of linesOf(content).entries())
            if (each.trim() !== '') expect(covered).toContain(index + 1)
          for (const [index, chunk] of chunks.entries()) {
            expect(chunk.endLine).toBeGreaterThanOrEqual(chunk.startLine)
            if (index > 0) expect(chunk.endLine).toBeGreaterThanOrEqual(chunks[index - 1]!.endLine)
          }
        }),
        runs,
      )
    })

    it('gives each chunk the text of its lines, apart from lines that were cut, with its count and hash', async () => {
      await fc.assert(
        fc.asyncProperty(text, size, async (content, config) => {
          const lines = linesOf(content)
          const chunks = await cut(content, config)
          const cutInside = by === 'document' ? new Set<number>() : cutLines(chunks, lines, config.maxTokens)
          for (const chunk of chunks) {
            const whole = lines.slice(chunk.startLine - 1, chunk.endLine).join('\n')
            if (cutInside.has(chunk.startLine) || cutInside.has(chunk.endLine)) {
              for (const each of chunk.text.split('\n')) expect(whole).toContain(each)
            } else if (by !== 'document') expect(chunk.text).toBe(whole)
            expect(chunk.tokens).toBe(countTokens(chunk.text))
            expect(chunk.hash).toBe(createHash('sha256').update(chunk.text).digest('hex'))
          }
        }),
        runs,
      )
    })

    it('gives the same chunks for CRLF as for LF', async () => {
      await fc.assert(
        fc.asyncProperty(text, size, async (content, config) => {
          const unix = content.replaceAll('\r', '')
          expect(await cut(unix.replaceAll('\n', '\r\n'), config)).toEqual(await cut(unix, config))
        }),
        runs,
      )
    })

    it('gives every chunk an id of its own', async () => {
      await fc.assert(
        fc.asyncProperty(text, size, async (content, config) => {
          const ids = (await cut(content, config)).map((chunk) => chunk.id)
          expect(new Set(ids).size).toBe(ids.length)
        }),
        runs,
      )
    })
  },
)

describe.each(cutting)('the chunker "%s" on %s also', (by, path, text) => {
  it('keeps to maxTokens', async () => {
    await fc.assert(
      fc.asyncProperty(text, size, async (content, config) => {
        const chunks = await chunkDocuments([makeDocument(path, content)], { by, ...config })
        for (const chunk of chunks) expect(chunk.tokens).toBeLessThanOrEqual(config.maxTokens)
      }),
      runs,
    )
  })

  it('gives no line twice without overlap, and loses no token of a line that was cut', async () => {
    await fc.assert(
      fc.asyncProperty(text, size, async (content, { maxTokens }) => {
        const chunks = await chunkDocuments([makeDocument(path, content)], { by, maxTokens, overlap: 0 })
        const total = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0)
        expect(total).toBe(countTokens(content))
        const cutInside = cutLines(chunks, linesOf(content), maxTokens)
        for (const [index, chunk] of chunks.entries()) {
          const before = chunks[index - 1]
          if (before && !cutInside.has(chunk.startLine)) expect(chunk.startLine).toBeGreaterThan(before.endLine)
        }
      }),
      runs,
    )
  })

  it('moves on with every chunk and repeats no more than the overlap', async () => {
    await fc.assert(
      fc.asyncProperty(text, size, async (content, { maxTokens, overlap }) => {
        const chunks = await chunkDocuments([makeDocument(path, content)], { by, maxTokens, overlap })
        const lines = linesOf(content)
        const cutInside = cutLines(chunks, lines, maxTokens)
        for (const [index, chunk] of chunks.entries()) {
          const before = chunks[index - 1]
          if (before === undefined) continue
          const repeated = lines.slice(chunk.startLine - 1, Math.max(chunk.startLine - 1, before.endLine))
          if (cutInside.has(chunk.startLine)) continue
          expect(chunk.startLine).toBeGreaterThan(before.startLine)
          expect(countTokens(repeated.join('\n'))).toBeLessThanOrEqual(overlap)
        }
      }),
      runs,
    )
  })
})

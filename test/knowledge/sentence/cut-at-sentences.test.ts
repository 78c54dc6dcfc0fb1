import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkDocuments } from '../../../src/knowledge/chunk-documents.ts'
import { sentenceStarts } from '../../../src/knowledge/sentence/sentence-starts.ts'
import { countTokens } from '../../../src/knowledge/tokens.ts'
import { makeDocument } from '../make-document.ts'

const sentencesOf = (text: string) => {
  const starts = sentenceStarts(text)
  return starts.map((start, index) => text.slice(start, starts[index + 1]).trim())
}
const cut = (text: string, maxTokens: number, overlap = 0) =>
  chunkDocuments([makeDocument('a.txt', text)], { by: 'sentence', maxTokens, overlap })

describe('sentenceStarts', () => {
  it('ends a sentence at a stop before white space, with its closing quotes and brackets', () => {
    expect(sentencesOf('One. Two! "Three?" (Four.) Five')).toEqual(['One.', 'Two!', '"Three?"', '(Four.)', 'Five'])
  })

  it('does not at a stop inside a number, a name or a short form, or before a small letter', () => {
    const text = 'Version 1.5 of node.js, e.g. what Dr. J. Smith vs. Mr. X said about it, i.e. nothing, is here.'
    expect(sentencesOf(text)).toEqual([text])
  })

  it('ends a sentence at the stops of Chinese and Japanese, without white space', () => {
    expect(sentencesOf('你好。你好吗？「很好。」然後')).toEqual(['你好。', '你好吗？', '「很好。」', '然後'])
  })

  it('goes on over a line end, and ends at blank lines, headings and list items', () => {
    expect(sentencesOf('One goes\non. Two\n\nThree\n# Four\nfive\n- six\n2. seven')).toEqual([
      'One goes\non.',
      'Two',
      'Three',
      '# Four',
      'five',
      '- six',
      '2. seven',
    ])
  })
})

describe('the chunker "sentence"', () => {
  it('packs whole sentences, also several of one line, and says which lines they are of', async () => {
    const chunks = await cut('One two. Three four.\nFive six seven.\n\nEight.', 6)
    expect(chunks.map(({ id, text }) => [id, text])).toEqual([
      ['a.txt:1-1', 'One two. Three four.'],
      ['a.txt:2-4', 'Five six seven.\n\nEight.'],
    ])
  })

  it('repeats whole sentences up to the overlap', async () => {
    const chunks = await cut('One two. Three four. Five six. Seven eight.', 6, 3)
    expect(chunks.map(({ text }) => text)).toEqual([
      'One two. Three four.',
      'Three four. Five six.',
      'Five six. Seven eight.',
    ])
  })

  it('cuts a sentence that is too large between words', async () => {
    const chunks = await cut('one two three four five six seven eight nine', 4)
    expect(chunks.map(({ text }) => text)).toEqual(['one two three', 'four five six', 'seven eight nine'])
  })

  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'One. ',
          'Two three! ',
          '\n',
          '\n\n',
          '你好。',
          '「啊？」',
          '# H\n',
          '- item\n',
          '  ',
          'e.g. ',
          '\r\n',
          '…',
          '"',
        ),
        fc.integer({ min: 5, max: 40 }).map((count) => 'word '.repeat(count)),
        fc.string({ unit: 'binary', maxLength: 20 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''))
  const size = fc.record({ maxTokens: fc.integer({ min: 1, max: 60 }), overlap: fc.integer({ min: 0, max: 20 }) })

  it('loses nothing, repeats nothing without overlap, and keeps to maxTokens', async () => {
    await fc.assert(
      fc.asyncProperty(text, size, async (content, { maxTokens }) => {
        const chunks = await cut(content, maxTokens)
        expect(chunks.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(countTokens(content))
        for (const { tokens, text: own } of chunks) {
          expect(tokens).toBeLessThanOrEqual(maxTokens)
          expect(tokens).toBe(countTokens(own))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('covers every line that is not blank with text of those lines, in order, and moves on', async () => {
    await fc.assert(
      fc.asyncProperty(text, size, async (content, { maxTokens, overlap }) => {
        const chunks = await cut(content, maxTokens, Math.min(overlap, maxTokens - 1))
        const lines = content.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
        const covered = new Set<number>()
        for (const [index, { startLine, endLine, text: own }] of chunks.entries()) {
          for (let line = startLine; line <= endLine; line++) covered.add(line)
          expect(lines.slice(startLine - 1, endLine).join('\n')).toContain(own)
          if (index > 0) expect(endLine).toBeGreaterThanOrEqual(chunks[index - 1]!.endLine)
        }
        for (const [index, line] of lines.entries()) if (countTokens(line) > 0) expect(covered).toContain(index + 1)
        expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length)
      }),
      { numRuns: 100 },
    )
  })

  it('gives the same chunks for CRLF as for LF', async () => {
    await fc.assert(
      fc.asyncProperty(text, size, async (content, { maxTokens }) => {
        const unix = content.replaceAll('\r', '')
        expect(await cut(unix.replaceAll('\n', '\r\n'), maxTokens)).toEqual(await cut(unix, maxTokens))
      }),
      { numRuns: 50 },
    )
  })
})

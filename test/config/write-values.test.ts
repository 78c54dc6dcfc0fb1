import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { withValues } from '../../src/config/with-values.ts'
import { writeValues } from '../../src/config/write-values.ts'

const TEXT = `# what we search
name: docs

chunking: { by: heading, maxTokens: 256, overlap: 32 }   # tuned by hand
strategies:
  bm25: {type: bm25}          # the field's own
  # both together
  hybrid:
    type: hybrid
    of: [ bm25, dense ] # in this order
    weights: [0.7, 0.3]
`

const values = (given: Record<string, unknown>) =>
  Object.entries(given).map(([key, value]) => ({ path: key.split('.'), value }))

/** Written so that it reads as the values set in what the text read as. */
const written = (text: string, given: Record<string, unknown>): string | null => {
  const wanted = withValues(parse(text), values(given))
  return writeValues(text, values(given), (changed) => JSON.stringify(parse(changed)) === JSON.stringify(wanted))
}

describe('values written into a config', () => {
  it('replace the ones that stand there, and nothing else', () => {
    expect(written(TEXT, { 'chunking.maxTokens': 512, 'strategies.hybrid.weights': [0.5, 0.5] })).toBe(
      TEXT.replace('256', '512').replace('[0.7, 0.3]', '[0.5, 0.5]'),
    )
  })

  it('leave the text as it is where it holds them already', () => {
    expect(written(TEXT, { 'chunking.maxTokens': 256 })).toBe(TEXT)
  })

  it('are added at the end of their mapping, and nothing else changes', () => {
    expect(written(TEXT, { 'strategies.bm25.b': 0.3, 'strategies.hybrid.k': 20, metrics: ['mrr', 'ndcg@10'] })).toBe(
      TEXT.replace('{type: bm25}', '{type: bm25, b: 0.3}').concat('    k: 20\n', 'metrics: [mrr, ndcg@10]\n'),
    )
  })

  it('make the mappings that are missing', () => {
    const text = 'queries: q.jsonl # ours'
    expect(written(text, { 'chunking.maxTokens': 512 })).toBe(`${text}\nchunking: { maxTokens: 512 }`)
    expect(written(`${text}\n\n# the end\n`, { 'strategies.bm25.type': 'bm25', 'strategies.bm25.b': 0.3 })).toBe(
      `${text}\nstrategies: { bm25: { type: bm25, b: 0.3 } }\n\n# the end\n`,
    )
  })

  it('are added after a comment, a list and an empty value', () => {
    for (const last of ['of:\n      - bm25 # words\n      - dense', 'of:', 'of: "a # b"', '{ x: 1 }: 2']) {
      const text = `a:\n  b:\n    ${last} # last\n  # next\nc: 1\n`
      expect(written(text, { 'a.b.k': 20 })).toBe(text.replace(' # last\n', ' # last\n    k: 20\n'))
    }
  })

  it('go where an unusual layout leaves room', () => {
    const block = 'a:\n  b: |\n    some\n    text\nc: 1 # last\n'
    expect(parse(written(block, { 'a.k': 1 })!)).toEqual({ a: { b: 'some\ntext\n', k: 1 }, c: 1 })
    expect(parse(written('a: {}\n', { 'a.k': 1 })!)).toEqual({ a: { k: 1 } })
    expect(parse(written('a: [{ b: 1 }]\n', { 'a.0.b': 2, 'a.0.k': 1 })!)).toEqual({ a: [{ b: 2, k: 1 }] })
  })

  it('keep line ends of Windows', () => {
    const text = written('queries: q.jsonl\r\nchunking:\r\n  by: lines\r\n', { 'chunking.overlap': 8 })
    expect(text).toBe('queries: q.jsonl\r\nchunking:\r\n  by: lines\r\n  overlap: 8\r\n')
  })

  it('quote texts that YAML would read as something else', () => {
    expect(written('a: { b: one }\n', { 'a.b': 'x, y: z' })).toBe('a: { b: "x, y: z" }\n')
    expect(written('a: { b: one }\n', { 'a.b': '0.3' })).toBe('a: { b: "0.3" }\n')
  })

  it('are refused where another key would change with them', () => {
    expect(written('a: { b: &x 1 }\nc: { d: *x }\n', { 'a.b': 2 })).toBeNull()
    expect(written('a: &x { b: 1 }\nc: *x\n', { 'c.b': 2 })).toBeNull()
  })
})

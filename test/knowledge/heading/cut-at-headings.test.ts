import { describe, expect, it } from 'vitest'
import { cutAtHeadings } from '../../../src/knowledge/heading/cut-at-headings.ts'
import { makeDocument, makeRecord } from '../make-document.ts'

const words = (count: number, word = 'word') => Array(count).fill(word).join(' ')

/** Chunks as `start-end headings`, which is how a person would check them. */
function cut(text: string, maxTokens = 20, overlap = 0, path = 'a.md'): string[] {
  const chunks = cutAtHeadings(makeDocument(path, text), { by: 'heading', maxTokens, overlap })
  return chunks.map(({ startLine, endLine, headings }) => [`${startLine}-${endLine}`, ...headings].join(' / '))
}

describe('sections', () => {
  it('are cut at headings and keep the path of headings, setext ones too', () => {
    const text = [
      'Top',
      '===',
      words(10),
      '',
      'Part',
      '---',
      words(10),
      '',
      '### Deep',
      words(10),
      '',
      '# Next',
      words(10),
    ]
    expect(cut(text.join('\n'))).toEqual(['1-3 / Top', '5-7 / Top / Part', '9-10 / Top / Part / Deep', '12-13 / Next'])
  })

  it('start at no heading that is only written in code, HTML, front matter or a quotation', () => {
    const text = [
      '---',
      'title: x',
      '# no',
      '---',
      '# Yes',
      '```md',
      '# no',
      '```',
      '<div>',
      '# no',
      '</div>',
      '',
      '    # no',
      '> # no',
      words(8),
    ]
    expect(cut(text.join('\n'), 100)).toEqual(['1-15 / Yes'])
  })

  it('have their headings without markup', () => {
    const heading =
      '# The `gate()` of *all* [links](https://example.org/a_b) &amp; ![logo](x.png) <b>snake_case</b> \\# 1. \\*x\\*'
    expect(cut(`${heading}\ntext`, 100)).toEqual(['1-2 / The gate() of all links & logo snake_case # 1. *x*'])
    expect(cut('# Closed ##\ntext')).toEqual(['1-2 / Closed'])
    expect(cut('1. List in a heading?\n---\ntext')).toEqual(['1-3'])
  })

  it('that are only a heading go with what follows', () => {
    expect(cut(['# Top', '', '## Part', '', '### Deep', words(12), '### More', words(15)].join('\n'))).toEqual([
      '1-6 / Top / Part / Deep',
      '7-8 / Top / Part / More',
    ])
  })

  it('that are small are merged with neighbours under one heading, under the headings they share', () => {
    const text = ['# Top', words(12), '## A', 'a', '## B', 'b', '## C', words(12), '## D', 'd']
    expect(cut(text.join('\n'))).toEqual(['1-6 / Top', '7-10 / Top'])
    expect(cut(text.slice(2).join('\n'))).toEqual(['1-4', '5-8'])
  })

  it('are not merged across a heading of a higher level', () => {
    const text = ['# One', words(15), '## A', 'a', '# Two', words(15), '## B', 'b']
    expect(cut(text.join('\n'))).toEqual(['1-4 / One', '5-8 / Two'])
  })

  it('take a small front matter along', () => {
    expect(cut(['---', 'title: x', '---', '', '# Top', words(10)].join('\n'), 40)).toEqual(['1-6 / Top'])
  })
})

describe('a section that is too long', () => {
  it('is cut between blocks', () => {
    const text = ['# Top', '', words(9), words(5), '', words(8), '', words(7)]
    expect(cut(text.join('\n'))).toEqual(['1-4 / Top', '6-8 / Top'])
  })

  it('is cut between list items, and inside one only at its own blocks', () => {
    const text = [
      '# Top',
      `- ${words(8)}`,
      `- ${words(8)}`,
      `- ${words(8)}`,
      '',
      '  ```',
      `  ${words(9)}`,
      '  ```',
      `- ${words(8)}`,
    ]
    expect(cut(text.join('\n'))).toEqual(['1-3 / Top', '4-4 / Top', '6-8 / Top', '9-9 / Top'])
  })

  it('keeps fenced code whole where it fits, also out of the overlap', () => {
    const code = ['```js', words(5), words(5), '```']
    expect(cut(['# Top', words(10), '', ...code, '', words(8)].join('\n'), 20, 8)).toEqual([
      '1-2 / Top',
      '4-7 / Top',
      '9-9 / Top',
    ])
  })

  it('cuts fenced code that alone is too long at its lines', () => {
    const code = ['```', words(9), words(9), words(9), '```']
    expect(cut(['# Top', '', ...code].join('\n'))).toEqual(['1-4 / Top', '5-7 / Top'])
  })

  it('repeats whole lines up to the overlap', () => {
    const text = ['# Top', '', words(8), words(4), '', words(8), words(8)]
    expect(cut(text.join('\n'), 20, 5)).toEqual(['1-4 / Top', '4-7 / Top'])
  })

  it('leaves room for its heading where its first line must be cut', () => {
    const chunks = cutAtHeadings(makeDocument('a.md', `# Top\n\n${words(50)}`), {
      by: 'heading',
      maxTokens: 20,
      overlap: 4,
    })
    const summary = chunks.map(({ startLine, endLine, tokens }) => `${startLine}-${endLine}: ${tokens} tokens`)
    expect(summary).toEqual(['1-3: 18 tokens', '3-3: 16 tokens', '3-3: 16 tokens', '3-3: 14 tokens'])
    expect(chunks[0]!.text.startsWith('# Top\n\nword word')).toBe(true)
  })
})

describe('what is not Markdown', () => {
  it('is cut at lines', () => {
    const text = ['# not a heading', words(15), words(15)].join('\n')
    expect(cut(text, 20, 0, 'a.py')).toEqual(['1-2', '3-3'])
    const record = makeRecord('r', `Title\n${text}`, 'Title')
    expect(cutAtHeadings(record, { by: 'heading', maxTokens: 100, overlap: 0 })).toMatchObject([
      { id: 'r:1-4', document: 'r', headings: ['Title'], startLine: 1, endLine: 4 },
    ])
  })
})

describe('line numbers', () => {
  it('count as git and GitHub do: a lone CR or a form feed ends no line', () => {
    expect(cut(['# Top', `a\rb\fc\u2028d ${words(10)}`, '# Next', words(10)].join('\n'))).toEqual([
      '1-2 / Top',
      '3-4 / Next',
    ])
  })

  it('cover a text of link definitions alone', () => {
    expect(cut('[a]: https://example.org\n[b]: https://example.org')).toEqual(['1-2'])
  })

  it('are none for a text without words', () => {
    expect(cut('')).toEqual([])
    expect(cut('\n \n\t\n')).toEqual([])
  })

  it('stay bounded on hostile nesting', () => {
    expect(cut(`${'>'.repeat(2000)} deep`, 5000)).toEqual(['1-1'])
    expect(cut(`${'- '.repeat(500)}deep\n`.repeat(2), 5000)).toEqual(['1-2'])
  })
})

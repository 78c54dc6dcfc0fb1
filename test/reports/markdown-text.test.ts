import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { markdownTable } from '../../src/reports/markdown-table.ts'
import { markdownCode, markdownProse, markdownText } from '../../src/reports/markdown-text.ts'
import { visibleText } from '../../src/reports/visible-text.ts'
import { nastyText } from '../support/nasty-text.ts'

const parse = (text: string) => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

function nodes(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap((child) => nodes(child)) : [])]
}

function words(tree: Nodes): string {
  return nodes(tree)
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .replaceAll('\u200B', '')
}

describe('user-supplied text in Markdown', () => {
  it('prints exactly what a person would see, and is nothing but text', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const tree = parse(markdownText(text))
        const kinds = new Set(nodes(tree).map(({ type }) => type))
        expect([...kinds].filter((kind) => !['root', 'paragraph', 'text'].includes(kind))).toEqual([])
        expect(words(tree)).toBe(visibleText(text))
      }),
    )
  })

  it('prints the same as code or as text', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const tree = parse(`x ${markdownCode(text)}`)
        const kinds = new Set(nodes(tree).map(({ type }) => type))
        expect([...kinds].filter((kind) => !['root', 'paragraph', 'text', 'inlineCode'].includes(kind))).toEqual([])
        expect(words(tree)).toBe(`x ${visibleText(text)}`.trimEnd())
      }),
    )
  })

  it('keeps a table to its cells', () => {
    fc.assert(
      fc.property(nastyText, nastyText, (a, b) => {
        const columns = [{ heading: 'a' }, { heading: 'b' }]
        const rows = [
          [markdownText(a), markdownCode(b)],
          [markdownProse(b), markdownProse(`said \`${a}\``)],
        ]
        const all = nodes(parse(markdownTable(columns, rows)))
        expect(all.filter(({ type }) => type === 'tableRow')).toHaveLength(3)
        expect(all.filter(({ type }) => type === 'tableCell')).toHaveLength(6)
        expect(all.filter(({ type }) => ['html', 'link', 'image', 'footnoteReference'].includes(type))).toEqual([])
      }),
    )
  })

  it.each([
    ['@octocat', 'mentions nobody', /(^|\W)@\w/],
    ['ping a@b.com', 'is no address', /@b/],
    ['see #123 and GH-45', 'refers to nothing', /(?<!&)#\d|gh-\d/i],
    ['https://evil.example www.evil.example', 'links nowhere', /:\/\/|www\./],
    [':smile: ::error::boom ##[error]', 'is neither emoji nor workflow command', /:smile:|::|##\[/],
    ['<img src=x onerror=alert(1)>', 'is no tag', /</],
    ['\u202Egnp.exe\u2066', 'turns no text around', /[\u202A-\u202E\u2066-\u2069]/],
    ['costs $5 or $6', 'is no formula', /\$/],
  ])('%s %s', (text, _what, active) => {
    expect(markdownText(text)).not.toMatch(active)
    expect(markdownProse(text)).not.toMatch(active)
  })

  it('leaves metric names and numbers readable in the source', () => {
    expect(markdownText('ndcg@10 fell by 0.043')).toBe('ndcg@10 fell by 0.043')
    expect(markdownText('+0.004')).toBe('+0.004')
    expect(markdownText('1. no list')).toBe('1\\. no list')
    expect(markdownProse('`hybrid` ndcg@10 fell')).toBe('`hybrid` ndcg@10 fell')
  })

  it('cuts a long text at a whole character', () => {
    expect(markdownText('😀'.repeat(500), 10)).toBe(`${'😀'.repeat(9)}…`)
  })
})

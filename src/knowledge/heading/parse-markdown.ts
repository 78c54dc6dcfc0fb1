import MarkdownIt, { type Token } from 'markdown-it'
import type { MarkdownBlock } from './markdown-block.ts'

// What is inside a line does not matter for cutting; only headings are read further, for their text.
const markdown = new MarkdownIt('default', { html: true })
markdown.core.ruler.enableOnly(['normalize', 'block'])

const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n(?:.*\n)*?\1[ \t]*(?:\n|$)/
const CONTAINER = /^(?:bullet_list|ordered_list|list_item|blockquote)_open$/

/** The blocks of a Markdown text (CommonMark with tables and front matter) whose lines end with LF. */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const front = FRONT_MATTER.exec(text)?.[0] ?? ''
  const blocks = readBlocks(markdown.parse('\n'.repeat(linesIn(front)) + text.slice(front.length), {}))
  if (front === '') return blocks
  return [{ kind: 'other', startLine: 1, endLine: linesIn(front), children: [] }, ...blocks]
}

function linesIn(front: string): number {
  return front === '' ? 0 : front.trimEnd().split('\n').length
}

/** Tokens come flat; a block's own are those between its opening and its closing one. */
function readBlocks(tokens: readonly Token[]): MarkdownBlock[] {
  const root: MarkdownBlock[] = []
  const open = [root]
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === -1) open.pop()
    const inside: MarkdownBlock[] = []
    if (token.map && token.type !== 'inline') open.at(-1)!.push(toBlock(token, tokens[index + 1], inside))
    if (token.nesting === 1) open.push(CONTAINER.test(token.type) ? inside : [])
  }
  return root
}

function toBlock(token: Token, next: Token | undefined, children: MarkdownBlock[]): MarkdownBlock {
  const [start, end] = token.map!
  const range = { startLine: start + 1, endLine: Math.max(start + 1, end) }
  if (token.type === 'heading_open') {
    return {
      kind: 'heading',
      ...range,
      level: Number(token.tag.slice(1)),
      title: plainText(next?.content ?? ''),
      children,
    }
  }
  const isCode = token.type === 'fence' || token.type === 'code_block'
  return { kind: isCode ? 'fence' : 'other', ...range, children }
}

function plainText(content: string): string {
  const tokens: Token[] = []
  markdown.inline.parse(content.replace(/\s+/g, ' '), markdown, {}, tokens)
  return tokens
    .map((token) => (token.type === 'html_inline' ? '' : token.content))
    .join('')
    .trim()
}

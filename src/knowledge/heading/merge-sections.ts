import type { NumberedLines } from '../numbered-lines.ts'
import type { MarkdownBlock } from './markdown-block.ts'
import type { Section } from './sections.ts'

/** One or more whole neighbouring sections that go into chunks together. */
export interface Piece {
  readonly headings: readonly string[]
  readonly startLine: number
  readonly endLine: number
  readonly blocks: readonly MarkdownBlock[]
  readonly tokens: number
}

/** A section below this share of `maxTokens` says too little alone. */
const SMALL = 1 / 4

/**
 * The pieces of a section and all below it, in order. Neighbours under one heading (its own text and its subsections)
 * are merged as long as they fit into `maxTokens` and one of the two is small; what is merged has the headings that its
 * parts share.
 */
export function mergeSections(section: Section, numbered: NumberedLines, maxTokens: number): Piece[] {
  const pieces = section.blocks.length === 0 ? [] : [toPiece(section, numbered)]
  let mergeable = true
  for (const child of section.children) {
    const below = mergeSections(child, numbered, maxTokens)
    const last = pieces.at(-1)
    const [only] = below
    if (mergeable && below.length === 1 && last && only && belongTogether(last, only, maxTokens)) {
      pieces[pieces.length - 1] = merge(last, only)
    } else {
      pieces.push(...below)
      mergeable = below.length === 1
    }
  }
  return pieces
}

function toPiece({ headings, startLine, endLine, blocks }: Section, numbered: NumberedLines): Piece {
  return { headings, startLine, endLine, blocks, tokens: numbered.tokens(startLine, endLine) }
}

function belongTogether(a: Piece, b: Piece, maxTokens: number): boolean {
  return a.tokens + b.tokens <= maxTokens && Math.min(a.tokens, b.tokens) < maxTokens * SMALL
}

function merge(a: Piece, b: Piece): Piece {
  return {
    headings: shared(a.headings, b.headings),
    startLine: a.startLine,
    endLine: b.endLine,
    blocks: [...a.blocks, ...b.blocks],
    tokens: a.tokens + b.tokens,
  }
}

/** What stands before the first heading has none of its own and takes its neighbour's. */
function shared(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === 0) return b
  const differs = a.findIndex((heading, index) => heading !== b[index])
  return differs === -1 ? a : a.slice(0, differs)
}

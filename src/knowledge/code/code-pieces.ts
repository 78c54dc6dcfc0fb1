import type { Node } from 'web-tree-sitter'
import type { ChunkingConfig } from '../chunking.ts'
import type { NumberedLines } from '../numbered-lines.ts'
import type { Unit } from '../pack-units.ts'
import type { CodeBlock } from './code-block.ts'
import { codeBlocks } from './code-blocks.ts'
import type { CodeLanguage } from './languages/language.ts'
import { shareOut } from './share-out.ts'
import { signature } from './signature.ts'
import { statementUnits } from './statement-units.ts'

/** What goes into chunks together: one definition or a part of one, or neighbours that are small. */
export interface CodePiece {
  readonly kind: CodeBlock['kind']
  /** The signatures of the definitions that were cut to get here, outermost first. */
  readonly headings: readonly string[]
  readonly units: readonly Unit[]
  readonly tokens: number
}

/** A text with its language, its lines and the sizes asked for. */
export interface CodeText {
  readonly text: string
  readonly numbered: NumberedLines
  readonly language: CodeLanguage
  readonly config: ChunkingConfig
}

/** A definition below this share of `maxTokens` says too little alone. */
const SMALL = 1 / 4

/** The pieces of a whole text, in order. */
export function codePieces(root: Node, code: CodeText, title: readonly string[]): CodePiece[] {
  const { lines } = code.numbered
  const blocks = codeBlocks(root, code.language)
  const whole: CodeBlock = { kind: 'statement', startLine: 1, endLine: lines.length, node: root }
  return piecesOf(shareOut(1, lines.length, blocks.length === 0 ? [whole] : blocks), code, title)
}

function piecesOf(blocks: readonly CodeBlock[], code: CodeText, headings: readonly string[]): CodePiece[] {
  const pieces: CodePiece[] = []
  for (const block of blocks) {
    for (const piece of piecesOfBlock(block, code, headings)) {
      const last = pieces.at(-1)
      if (last !== undefined && belongTogether(last, piece, code.config.maxTokens))
        pieces[pieces.length - 1] = merge(last, piece)
      else pieces.push(piece)
    }
  }
  return pieces
}

function piecesOfBlock(block: CodeBlock, code: CodeText, headings: readonly string[]): CodePiece[] {
  const { numbered, language, config, text } = code
  const { kind, startLine, endLine, node } = block
  const tokens = numbered.tokens(startLine, endLine)
  if (tokens <= config.maxTokens) return [{ kind, headings, units: [{ startLine, endLine }], tokens }]
  const inner = kind === 'definition' ? [...headings, signature(node, text)] : headings
  const body = language.containers.has(node.type) ? node.childForFieldName('body') : null
  if (body === null)
    return [{ kind, headings: inner, units: statementUnits(block, numbered, language, config), tokens }]
  return piecesOf(membersOf(block, body, language), code, inner)
}

/** The head of a container and what is in it. Nothing in it is kept apart for its kind. */
function membersOf({ startLine, endLine }: CodeBlock, body: Node, language: CodeLanguage): CodeBlock[] {
  const head: CodeBlock = { kind: 'definition', startLine, endLine: startLine, node: body }
  const members = codeBlocks(body, language).map((member): CodeBlock => ({ ...member, kind: 'definition' }))
  return shareOut(startLine, endLine, [head, ...members])
}

function belongTogether(a: CodePiece, b: CodePiece, maxTokens: number): boolean {
  if (a.headings !== b.headings || a.tokens + b.tokens > maxTokens) return false
  if (a.kind !== b.kind) return a.kind === 'comment' || b.kind === 'comment'
  return a.kind !== 'definition' || Math.min(a.tokens, b.tokens) < maxTokens * SMALL
}

function merge(a: CodePiece, b: CodePiece): CodePiece {
  const [first] = a.units
  const last = b.units.at(-1)
  const units = [{ startLine: first!.startLine, endLine: last!.endLine }]
  return { kind: a.kind === 'comment' ? b.kind : a.kind, headings: a.headings, units, tokens: a.tokens + b.tokens }
}

import type { Chunk, Document } from '../../model.ts'
import type { CutDocument } from '../chunker.ts'
import { cutAtLines } from '../chunkers/lines.ts'
import type { ChunkingConfig } from '../chunking.ts'
import { makeChunk, titleOf } from '../make-chunk.ts'
import { type NumberedLines, numberLines } from '../numbered-lines.ts'
import { packUnits } from '../pack-units.ts'
import { blockUnits } from './block-units.ts'
import { isMarkdown } from './is-markdown.ts'
import { mergeSections, type Piece } from './merge-sections.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { readSections } from './sections.ts'

/** Cuts Markdown by its sections; anything else as `lines` does. */
export const cutAtHeadings: CutDocument = (document, config) => {
  if (document.path === undefined || !isMarkdown(document.path)) return cutAtLines(document, config)
  const numbered = numberLines(document.text)
  // A lone CR ends a line in Markdown but not in git or on GitHub, where line numbers point.
  const blocks = parseMarkdown(numbered.lines.join('\n').replaceAll('\r', ' '))
  const root = readSections(blocks, numbered.lines.length, titleOf(document))
  const pieces = mergeSections(root, numbered, config.maxTokens)
  return pieces.flatMap((piece) => cutPiece(document, numbered, piece, config))
}

function cutPiece(document: Document, numbered: NumberedLines, piece: Piece, config: ChunkingConfig): Chunk[] {
  const { startLine, endLine } = piece
  const fits = piece.tokens <= config.maxTokens
  const units = fits ? [{ startLine, endLine }] : blockUnits(numbered, piece, piece.blocks, config)
  return packUnits(numbered, units, config).map((span) => makeChunk(document, span, piece.headings))
}

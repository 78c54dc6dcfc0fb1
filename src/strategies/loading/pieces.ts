import type { Chunk } from '../../model.ts'
import { comparePlaces } from '../hit-order.ts'
import { digest } from './digest.ts'
import type { Piece } from './shelf.ts'

/** Chunks as an engine takes them, in the order of ties; what is the same in all respects is there once. */
export function piecesOf(chunks: readonly Chunk[]): Piece[] {
  const pieces = chunks.toSorted(comparePlaces).map((chunk): Piece => {
    const { id, document, startLine, endLine, headings, text } = chunk
    return { key: digest([id, document, startLine, endLine, headings, text]), chunk }
  })
  return [...new Map(pieces.map((piece) => [piece.key, piece])).values()]
}

/** A text that is another one wherever the pieces are. */
export function corpusOf(pieces: readonly Piece[]): string {
  return digest(pieces.map(({ key }) => key))
}

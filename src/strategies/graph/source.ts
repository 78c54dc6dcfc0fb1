import type { Chunk } from '../../model.ts'

/** A document as far as its chunks tell it. */
export interface Source {
  readonly path: string
  readonly text: string
  /** The chunk (index) that a line (1-based) is in: the first one, where an overlap repeats it. */
  chunkAt(line: number): number | undefined
  /** Its chunks (indices), by where they begin. */
  readonly chunks: readonly number[]
}

/** Puts documents together again from their chunks, in the chunks' order. Where a long line was cut, its parts may repeat. */
export function sourcesOf(chunks: readonly Chunk[]): Source[] {
  const byDocument = new Map<string, number[]>()
  for (const [index, { document }] of chunks.entries()) {
    const known = byDocument.get(document)
    if (known === undefined) byDocument.set(document, [index])
    else known.push(index)
  }
  return [...byDocument].map(([document, indices]) => toSource(document, indices, chunks))
}

function toSource(document: string, indices: number[], all: readonly Chunk[]): Source {
  const inOrder = indices.sort((a, b) => all[a]!.startLine - all[b]!.startLine || a - b)
  const lines: string[] = []
  const owners: number[] = []
  for (const index of inOrder) {
    const { text, startLine } = all[index]!
    for (const [offset, line] of text.split('\n').entries()) {
      const number = startLine + offset
      lines[number - 1] = isPart(all[index]!) && lines[number - 1] !== undefined ? `${lines[number - 1]} ${line}` : line
      owners[number] ??= index
    }
  }
  return {
    path: all[inOrder[0]!]!.path ?? document,
    text: Array.from(lines, (line) => line ?? '').join('\n'),
    chunkAt: (line) => owners[line],
    chunks: inOrder,
  }
}

function isPart({ startLine, endLine }: Chunk): boolean {
  return startLine === endLine
}

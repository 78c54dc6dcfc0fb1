import type { Chunk } from '../../model.ts'
import type { Chat } from '../../models/chat.ts'
import type { BuildContext } from '../strategy.ts'
import { codeEdges, definitionsOf } from './code-edges.ts'
import type { Edge } from './edge.ts'
import { entityEdges } from './entity-edges.ts'
import { mentionEdges } from './mention-edges.ts'
import { PathIndex } from './path-index.ts'
import { rareTermEdges } from './rare-term-edges.ts'
import { readCode } from './read-code.ts'
import { type Source, sourcesOf } from './source.ts'
import { type Tie, tiesOf } from './ties.ts'

export interface TieOptions extends Partial<Pick<BuildContext, 'memory' | 'signal'>> {
  /** What lists the things that chunks name; without it, none are looked for. */
  readonly chat?: Chat | undefined
}

/** The graph of a knowledge base, read from syntax trees and texts: for each chunk, its ties. */
export async function buildTies(
  chunks: readonly Chunk[],
  { memory, signal = new AbortController().signal, chat }: TieOptions = {},
): Promise<Tie[][]> {
  const sources = sourcesOf(chunks)
  const code = await readCode(sources, memory, signal)
  const isCode = new Set(code.map(({ path }) => path))
  const definitions = definitionsOf(code)
  const paths = new PathIndex(sources.map(({ path }) => path))
  const firstChunk = new Map(sources.map(({ path, chunks: [first] }) => [path, first!]))
  const edges = [
    ...codeEdges(code, definitions, paths, firstChunk),
    ...mentionEdges(sources, definitions, paths, firstChunk, (path) => isCode.has(path)),
    ...rareTermEdges(chunks),
    ...(chat === undefined ? [] : await entityEdges(chunks, chat, signal)),
    ...nextEdges(sources),
  ]
  return tiesOf(edges, chunks.length)
}

function nextEdges(sources: readonly Source[]): Edge[] {
  return sources.flatMap(({ path, chunks }) =>
    chunks.slice(1).map((to, index): Edge => ({ from: chunks[index]!, to, kind: 'next', label: path, certainty: 1 })),
  )
}

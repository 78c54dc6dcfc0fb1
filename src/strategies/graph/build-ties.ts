import { setImmediate } from 'node:timers/promises'
import { loadSymbolReader } from '../../knowledge/code/read-symbols.ts'
import type { Chunk } from '../../model.ts'
import { type CodeSource, codeEdges, definitionsOf } from './code-edges.ts'
import type { Edge } from './edge.ts'
import { mentionEdges } from './mention-edges.ts'
import { PathIndex } from './path-index.ts'
import { rareTermEdges } from './rare-term-edges.ts'
import { type Source, sourcesOf } from './source.ts'
import { type Tie, tiesOf } from './ties.ts'

/** After so many documents, signals get their turn. */
const SOURCES_PER_TURN = 64

/** The graph of a knowledge base, read from syntax trees and texts: for each chunk, its ties. */
export async function buildTies(chunks: readonly Chunk[], signal?: AbortSignal): Promise<Tie[][]> {
  const sources = sourcesOf(chunks)
  const code = await readCode(sources, signal)
  const isCode = new Set(code.map(({ path }) => path))
  const definitions = definitionsOf(code)
  const paths = new PathIndex(sources.map(({ path }) => path))
  const firstChunk = new Map(sources.map(({ path, chunks: [first] }) => [path, first!]))
  const edges = [
    ...codeEdges(code, definitions, paths, firstChunk),
    ...mentionEdges(sources, definitions, paths, firstChunk, (path) => isCode.has(path)),
    ...rareTermEdges(chunks),
    ...nextEdges(sources),
  ]
  return tiesOf(edges, chunks.length)
}

/** The sources that have names of code in them. */
async function readCode(sources: readonly Source[], signal?: AbortSignal): Promise<CodeSource[]> {
  const read = await loadSymbolReader()
  const code: CodeSource[] = []
  for (const [index, source] of sources.entries()) {
    if (index % SOURCES_PER_TURN === SOURCES_PER_TURN - 1) await setImmediate()
    signal?.throwIfAborted()
    const symbols = read(source.path, source.text)
    if (symbols.length > 0) code.push({ ...source, symbols })
  }
  return code
}

function nextEdges(sources: readonly Source[]): Edge[] {
  return sources.flatMap(({ path, chunks }) =>
    chunks.slice(1).map((to, index): Edge => ({ from: chunks[index]!, to, kind: 'next', label: path, certainty: 1 })),
  )
}

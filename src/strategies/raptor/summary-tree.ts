import { contentHash } from '../../knowledge/content-hash.ts'
import { countTokens } from '../../knowledge/tokens.ts'
import type { Chunk } from '../../model.ts'
import type { EmbeddedTexts } from '../../models/embedder.ts'
import type { VectorRow } from '../../models/vector-rows.ts'
import { bisect } from './bisect.ts'

/** Summaries of groups of texts, one a group. */
export type Summarise = (groups: readonly (readonly Chunk[])[]) => Promise<string[]>

export interface TreeOptions {
  /** Texts under one summary at most. */
  readonly clusterSize: number
  readonly levels: number
  readonly summarise: Summarise
  readonly signal: AbortSignal
}

/** A summary, and the chunks that lie under it at any depth, as indices. */
export interface SummaryNode {
  readonly summary: Chunk
  readonly leaves: readonly number[]
}

interface Node {
  readonly text: Chunk
  readonly row: VectorRow
  readonly leaves: readonly number[]
}

/** The summaries of all levels over chunks that are embedded row by row, lowest level first. */
export async function summaryTree(
  chunks: readonly Chunk[],
  embedded: EmbeddedTexts,
  options: TreeOptions,
): Promise<SummaryNode[]> {
  const found: SummaryNode[] = []
  let nodes: readonly Node[] = chunks.map((text, row) => ({
    text,
    row: { vectors: embedded.vectors, row },
    leaves: [row],
  }))
  for (let level = 1; level <= options.levels && nodes.length > 1; level++) {
    nodes = await nextLevel(nodes, level, embedded, options)
    found.push(...nodes.map(({ text, leaves }) => ({ summary: text, leaves })))
  }
  return found
}

async function nextLevel(
  nodes: readonly Node[],
  level: number,
  { embed }: EmbeddedTexts,
  { clusterSize, summarise, signal }: TreeOptions,
): Promise<Node[]> {
  signal.throwIfAborted()
  const groups = bisect(
    nodes.map(({ row }) => row),
    clusterSize,
  ).map((members) => members.map((member) => nodes[member]!))
  const texts = await summarise(groups.map((group) => group.map(({ text }) => text)))
  const vectors = await embed(texts, signal, 'passage')
  return groups.map((group, row) => ({
    text: summaryChunk(`${level}.${row + 1}`, texts[row]!),
    row: { vectors, row },
    leaves: group.flatMap(({ leaves }) => leaves),
  }))
}

/** A summary stands nowhere: it has no path, and sorts before all that has one. */
function summaryChunk(name: string, text: string): Chunk {
  return {
    id: `\0summary ${name}`,
    document: '',
    startLine: 1,
    endLine: 1,
    text,
    headings: [],
    hash: contentHash(text),
    tokens: countTokens(text),
  }
}

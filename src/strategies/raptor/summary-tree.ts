import { contentHash } from '../../knowledge/content-hash.ts'
import { countTokens } from '../../knowledge/tokens.ts'
import type { Chunk } from '../../model.ts'
import type { VectorIndex } from '../dense/vector-index.ts'
import { firstLikenesses } from './first-likenesses.ts'
import { groupLevels } from './group-levels.ts'
import { halvingTree } from './halving-tree.ts'
import { placeRanks } from './place-ranks.ts'

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
  readonly leaves: readonly number[]
}

/** The summaries of all levels over chunks, of which row r of the index is chunk r, lowest level first. */
export async function summaryTree(
  chunks: readonly Chunk[],
  index: VectorIndex,
  { clusterSize, levels, summarise, signal }: TreeOptions,
): Promise<SummaryNode[]> {
  if (chunks.length < 2) return []
  const rows = chunks.map((_, row) => ({ vectors: index.vectors, row }))
  const rank = placeRanks(chunks)
  const tree = halvingTree(rows, { size: clusterSize, rank, known: firstLikenesses(index, rank) })
  const found: SummaryNode[] = []
  let nodes: readonly Node[] = chunks.map((text, row) => ({ text, leaves: [row] }))
  for (const [below, level] of groupLevels(tree, clusterSize, levels).entries()) {
    signal.throwIfAborted()
    const groups = level.map((members) => members.map((member) => nodes[member]!))
    // What is alone needs no summary, and goes up as it is.
    const several = groups.filter((group) => group.length > 1)
    const texts = await summarise(several.map((group) => group.map(({ text }) => text)))
    const made = new Map(
      several.map((group, index) => [group, summaryNode(`${below + 1}.${index + 1}`, texts[index]!, group)]),
    )
    found.push(...Array.from(made.values(), ({ text, leaves }) => ({ summary: text, leaves })))
    nodes = groups.map((group) => made.get(group) ?? group[0]!)
  }
  return found
}

function summaryNode(name: string, text: string, group: readonly Node[]): Node {
  return { text: summaryChunk(name, text), leaves: group.flatMap(({ leaves }) => leaves) }
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

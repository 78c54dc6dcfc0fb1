import type { Hit } from '../model.ts'
import type { ReportChunk } from './report-schema.ts'

/** Each distinct hit once, in order of first appearance; rankings name them by index. */
export class ChunkTable {
  readonly chunks: ReportChunk[] = []
  /** Id -> the chunks that strategies with other chunkings, or other texts, gave it. */
  readonly #indexes = new Map<string, number[]>()

  /** A hit as a report keeps it: index of its chunk, and score. */
  position(hit: Hit): [number, number] {
    const same = this.#indexes.get(hit.id) ?? []
    const known = same.find((index) => isOf(this.chunks[index]!, hit))
    if (known !== undefined) return [known, hit.score]
    const index = this.chunks.push(toChunk(hit)) - 1
    this.#indexes.set(hit.id, [...same, index])
    return [index, hit.score]
  }
}

function isOf({ path, lines, hash }: ReportChunk, hit: Hit): boolean {
  const sameLines = lines === undefined || (lines[0] === hit.startLine && lines[1] === hit.endLine)
  return hash === hit.hash && path === hit.path && sameLines
}

function toChunk({ id, path, document, startLine, endLine, hash, tokens }: Hit): ReportChunk {
  return {
    id,
    ...(path === undefined ? {} : { path }),
    ...(document === undefined || document === path ? {} : { document }),
    ...(startLine === undefined || endLine === undefined ? {} : { lines: [startLine, endLine] }),
    ...(hash === undefined ? {} : { hash }),
    ...(tokens === undefined ? {} : { tokens }),
  }
}

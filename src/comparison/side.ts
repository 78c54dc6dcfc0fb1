import type { EvaluationReport, ReportChunk } from '../baseline/report-schema.ts'
import { groupBy } from '../group-by.ts'
import type { Hit, Ranking } from '../model.ts'
import { ownEntry } from '../own-entry.ts'
import type { SideDocuments } from './carry-target.ts'

/** The hits of one query as a report keeps them; `null` where the strategy did not answer it. */
export function rankingOf(report: EvaluationReport, strategy: string, query: string): Ranking | null {
  const kept = ownEntry(report.strategies, strategy)
  const positions = ownEntry(kept?.rankings, query)
  if (kept === undefined || positions === undefined) return null
  const confidence = ownEntry(kept.confidence, query)
  const hits = positions.map(([index, score]) => toHit(report.chunks[index]!, score))
  return confidence === undefined ? { hits } : { hits, confidence }
}

/** Field by field: rankings have hits by the ten thousand, and a spread takes ten times as long. */
function toHit({ id, path, document, lines, hash, tokens }: ReportChunk, score: number): Hit {
  const hit: { -readonly [K in keyof Hit]: Hit[K] } = { id, score }
  if (path !== undefined) hit.path = path
  if (document !== undefined) hit.document = document
  if (hash !== undefined) hit.hash = hash
  if (tokens !== undefined) hit.tokens = tokens
  if (lines !== undefined) [hit.startLine, hit.endLine] = lines
  return hit
}

/** Documents of a report, and the pieces of them that its rankings hold. */
export function documentsOf({ documents, chunks }: EvaluationReport): SideDocuments {
  const passages = chunks.flatMap(({ path, lines, hash }) =>
    path === undefined || lines === undefined || hash === undefined
      ? []
      : [{ path, startLine: lines[0], endLine: lines[1], hash }],
  )
  return { hashes: new Map(Object.entries(documents)), passages: groupBy(passages, ({ path }) => path) }
}

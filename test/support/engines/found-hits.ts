import { readFileSync, writeFileSync } from 'node:fs'
import type { Hit } from '../../../src/model.ts'

/** Question -> what a retriever returns for it, best first. */
export type FoundHits = Readonly<Record<string, readonly Hit[]>>

/** Puts the hits where servers of other processes find them. */
export function writeFoundHits(path: string, found: FoundHits): void {
  writeFileSync(path, JSON.stringify(found))
}

/** The first k hits of a question, out of such a file. */
export function foundHits(path: string, query: string, k: number): readonly Hit[] {
  const found = JSON.parse(readFileSync(path, 'utf8')) as FoundHits
  return (found[query] ?? []).slice(0, k)
}

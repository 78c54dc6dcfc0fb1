import { compareCodeUnits } from '../code-units.ts'
import type { Hit } from '../model.ts'

/** The order of hits on every machine: score descending, then path, startLine and id, strings by code units. */
export function compareHits(a: Hit, b: Hit): number {
  return b.score - a.score || comparePlaces(a, b)
}

/** The order among hits of one score. What has no path or lines comes first. */
export function comparePlaces(a: Omit<Hit, 'score'>, b: Omit<Hit, 'score'>): number {
  return (
    compareCodeUnits(a.path ?? '', b.path ?? '') ||
    (a.startLine ?? 0) - (b.startLine ?? 0) ||
    compareCodeUnits(a.id, b.id)
  )
}

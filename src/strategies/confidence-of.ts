import type { Ranking } from '../model.ts'

/** How sure a ranking is of its first hit: what it was handed itself, else its top score; 0 where it has found nothing. */
export function confidenceOf({ hits, confidence }: Ranking): number {
  return confidence ?? hits[0]?.score ?? 0
}

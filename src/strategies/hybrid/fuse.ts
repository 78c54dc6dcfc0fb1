import type { Hit } from '../../model.ts'
import { rescored } from '../chunk-hit.ts'
import { compareHits } from '../hit-order.ts'
import type { SharesOf } from './shares.ts'

/** One part's hits, best first. */
export interface FusionPart {
  readonly hits: readonly Hit[]
  readonly weight: number
}

/** What a part adds to a fused hit. */
export interface Share {
  /** From 1; null where the part does not have it. */
  readonly rank: number | null
  readonly value: number
}

/** A hit of the first part that has it, with the fused score, and what each part adds to that. */
export interface FusedHit {
  readonly hit: Hit
  readonly shares: readonly Share[]
}

/**
 * Fuses rankings: what `keyOf` calls the same is one hit, which gets of each part the share of its best rank there.
 * Ordered as all rankings are.
 */
export function fuse(parts: readonly FusionPart[], sharesOf: SharesOf, keyOf: (hit: Hit) => string): FusedHit[] {
  const found = new Map<string, { readonly hit: Hit; readonly shares: Share[] }>()
  for (const [part, { hits, weight }] of parts.entries()) {
    const values = sharesOf(hits, weight)
    for (const [index, hit] of hits.entries()) {
      const key = keyOf(hit)
      const fused = found.get(key) ?? { hit, shares: parts.map((): Share => ({ rank: null, value: 0 })) }
      found.set(key, fused)
      if (fused.shares[part]!.rank === null) fused.shares[part] = { rank: index + 1, value: values[index]! }
    }
  }
  return Array.from(found.values(), ({ hit, shares }) => ({ hit: rescored(hit, sumOf(shares)), shares })).sort((a, b) =>
    compareHits(a.hit, b.hit),
  )
}

function sumOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { value }) => sum + value, 0)
}

import { documentOf } from '../../document-of.ts'
import { groupBy } from '../../group-by.ts'
import { contentHash } from '../../knowledge/content-hash.ts'
import { countTokens } from '../../knowledge/tokens.ts'
import type { Hit } from '../../model.ts'
import { compareHits, comparePlaces } from '../hit-order.ts'
import { joinTexts } from './join-texts.ts'
import type { Neighbourhood, PlacedHit } from './neighbourhood.ts'

/** A hit, merged or not, and the best of what it is made of. */
export interface JoinedHit {
  readonly hit: Hit
  readonly best: Hit
}

/**
 * Makes one hit of each stretch of hits whose lines touch or overlap, or have only blank lines between them. It has the
 * lines and the text of all, the score of the best, and the id of the one that it begins with. Hits come, and are
 * returned, in order. Hits without lines stay as they are.
 *
 * The id keeps ties in order: with it a merged hit stands before whatever came after its parts.
 */
export function joinAdjacent(hits: readonly Hit[], around: Neighbourhood): JoinedHit[] {
  const placed = hits.filter(isPlaced)
  const stretches = [...groupBy(placed, documentOf)].flatMap(([document, ofDocument]) =>
    stretchesOf(document, ofDocument, around),
  )
  const alone = hits.filter((hit) => !isPlaced(hit)).map((hit) => ({ hit, best: hit }))
  return [...stretches.map(join), ...alone].sort((a, b) => compareHits(a.hit, b.hit))
}

function isPlaced(hit: Hit): hit is PlacedHit {
  return hit.startLine !== undefined && hit.endLine !== undefined
}

function stretchesOf(document: string, hits: readonly PlacedHit[], around: Neighbourhood): PlacedHit[][] {
  const stretches: PlacedHit[][] = []
  let end = 0
  for (const hit of hits.toSorted(around.compare)) {
    const stretch = stretches.at(-1)
    const touches = hit.startLine <= end + 1 || around.isBlank(document, end + 1, hit.startLine - 1)
    if (stretch !== undefined && touches) stretch.push(hit)
    else stretches.push([hit])
    end = Math.max(end, hit.endLine)
  }
  return stretches
}

function join(parts: readonly PlacedHit[]): JoinedHit {
  const best = parts.toSorted(compareHits)[0]!
  if (parts.length === 1) return { hit: best, best }
  const { id } = parts.toSorted(comparePlaces)[0]!
  const { text: _, hash: __, tokens: ___, ...kept } = best
  const startLine = Math.min(...parts.map((part) => part.startLine))
  const endLine = Math.max(...parts.map((part) => part.endLine))
  const text = joinTexts(parts)
  const content = text === undefined ? {} : { text, hash: contentHash(text), tokens: countTokens(text) }
  return { hit: { ...kept, id, startLine, endLine, ...content }, best }
}

import type { Hit } from '../../model.ts'
import { visibleText } from '../../reports/visible-text.ts'
import type { ScoreExplanation } from '../../strategies/strategy.ts'

/** Characters of a hit's text that a terminal shows. */
const SHOWN = 100

/** A hit, and what its score is made of where that was asked for and is known. */
export interface FoundHit {
  readonly hit: Hit
  readonly explanation?: ScoreExplanation
}

/** A hit for a terminal: rank, score, place, the beginning of its text, and the parts of its score. */
export function foundHitText({ hit, explanation }: FoundHit, rank: number): string {
  const text = [...(hit.text ?? '').replace(/\s+/g, ' ').trim()].slice(0, SHOWN).join('')
  const shown = text === '' ? '' : `    ${visibleText(text)}\n`
  const head = `${String(rank).padStart(2)}. ${hit.score.toFixed(4)}  ${visibleText(placeOf(hit))}\n${shown}`
  const parts = explanation?.parts.map(({ label, value }) => `      ${value.toFixed(4)}  ${visibleText(label)}\n`) ?? []
  return head + parts.join('')
}

function placeOf({ id, path, document, startLine, endLine }: Hit): string {
  const name = path ?? document
  if (name === undefined) return id
  return startLine === undefined ? name : `${name}:${startLine}-${endLine}`
}

import { contentHash } from '../knowledge/content-hash.ts'
import { countTokens } from '../knowledge/tokens.ts'
import type { Hit, Run } from '../model.ts'

type Measures = Required<Pick<Hit, 'hash' | 'tokens'>>

/**
 * A run whose hits have the hash and the tokens of their text, where they came with a text and without these: from outside.
 * Done once all is asked, so that it is no part of what an answer takes.
 */
export function measuredTexts({ rankings, errors }: Run): Run {
  // The same pieces answer many questions.
  const known = new Map<string, Measures>()
  const measured = (hit: Hit): Hit => {
    const { text } = hit
    if (text === undefined || hit.hash !== undefined) return hit
    const measures = known.get(text) ?? { hash: contentHash(text), tokens: countTokens(text) }
    known.set(text, measures)
    return { ...hit, text, ...measures }
  }
  return {
    rankings: new Map(Array.from(rankings, ([id, ranking]) => [id, { ...ranking, hits: ranking.hits.map(measured) }])),
    errors,
  }
}

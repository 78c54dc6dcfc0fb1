import type { Ranking } from '../../model.ts'
import { compareHits } from '../hit-order.ts'
import type { EngineAnswer } from './engine.ts'
import { EngineFailure } from './engine-failure.ts'
import type { HitsSettings } from './hits-settings.ts'
import { hitWithText, type LocatedHit, locatedHit } from './located-hit.ts'
import type { Places } from './places.ts'

/** What is to be known about one answer, beside its hits. */
export interface Remarks {
  /** How the hits that are not in the knowledge base are called. */
  readonly outside: readonly string[]
  readonly duplicates: number
  /** Hits that came, of which no more than asked for are kept. */
  readonly received: number
  readonly kept: number
  /** There were hits and none had a score. */
  readonly scoreless: boolean
}

export interface ReadAnswer {
  readonly ranking: Ranking
  readonly remarks: Remarks
}

type Choices = Pick<HitsSettings, 'scores' | 'order' | 'outside'>

/**
 * An engine's answer as a ranking of at most k hits: the first of those with one id, in the order that the settings ask
 * for. Hits outside the knowledge base keep their rank, and can match no judgment.
 *
 * @throws EngineFailure where only some hits have scores, a hit has no name, or all are outside and that is no answer
 */
export function toRanking(answer: EngineAnswer, k: number, settings: Choices, places: Places): ReadAnswer {
  const total = answer.hits.length
  const scored = answer.hits.reduce((sum, { score }) => sum + (score === undefined ? 0 : 1), 0)
  if (scored > 0 && scored < total) {
    const without = total - scored
    throw new EngineFailure(`${without} of ${total} hits ${without === 1 ? 'has' : 'have'} no score`)
  }
  const byScore = settings.order === 'score' && scored > 0
  const worth = (score: number | undefined, index: number) => (byScore ? better(score!, settings) : 1 / (index + 1))
  const located = answer.hits.map((raw, index) => locatedHit(raw, worth(raw.score, index), index, places))
  const unique = firstOfEach(located)
  const kept = (byScore ? unique.toSorted((a, b) => compareHits(a.hit, b.hit)) : unique).slice(0, k)
  refuseOutside(kept, settings, places)
  const confidence = byScore || scored === 0 ? {} : { confidence: better(answer.hits[0]!.score!, settings) }
  const { engineTime } = answer
  return {
    ranking: { hits: kept.map(hitWithText), ...confidence, ...(engineTime === undefined ? {} : { engineTime }) },
    remarks: {
      outside: kept.flatMap(({ hit }) => (hit.outside ? [hit.id] : [])),
      duplicates: total - unique.length,
      received: total,
      kept: kept.length,
      scoreless: total > 0 && scored === 0,
    },
  }
}

function better(score: number, { scores }: Choices): number {
  return scores === 'lower' ? -score : score
}

function firstOfEach(hits: readonly LocatedHit[]): readonly LocatedHit[] {
  // Nearly always there is nothing to be left out.
  if (new Set(hits.map(({ hit }) => hit.id)).size === hits.length) return hits
  const seen = new Map<string, LocatedHit[]>()
  return hits.filter((one) => {
    const same = seen.get(one.hit.id)
    if (same === undefined) seen.set(one.hit.id, [one])
    else if (same.some((other) => isSamePlace(other, one))) return false
    else same.push(one)
    return true
  })
}

function isSamePlace({ hit: a }: LocatedHit, { hit: b }: LocatedHit): boolean {
  return a.document === b.document && a.startLine === b.startLine && a.endLine === b.endLine
}

function refuseOutside(hits: readonly LocatedHit[], { outside }: Choices, places: Places): void {
  if (outside === 'keep' || hits.length === 0 || hits.some(({ hit }) => !hit.outside)) return
  const first = hits
    .slice(0, 3)
    .map(({ hit: { id, document } }) => (namesDocument(id, document) ? id : `${id} of ${document}`))
  const none = hits.length === 1 ? 'its only hit is not' : `none of its ${hits.length} hits is`
  const [{ hit }] = hits as [LocatedHit]
  const advice =
    places.advice(hit.document ?? hit.id) ??
    'see `hits.path`, `hits.stripPrefix` and `hits.mapping`, or `hits.outside: keep`'
  throw new EngineFailure(
    `${none} in the knowledge base: ${first.join(', ')}${hits.length > 3 ? ', …' : ''}; ${advice}`,
  )
}

function namesDocument(id: string, document: string | undefined): boolean {
  return document === undefined || id === document || id.startsWith(`${document}:`)
}

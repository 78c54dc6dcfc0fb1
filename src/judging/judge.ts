import { documentOf } from '../document-of.ts'
import { type Hit, type JudgedRanking, type Judgment, type Ranking, REPEATED, type Target, UNJUDGED } from '../model.ts'
import { contains, type MatchRule, matches } from './match.ts'

export interface JudgeOptions {
  readonly match: MatchRule
  /** Positions to keep. */
  readonly depth: number
  /** Hits below it are cut; where the ranking has a `confidence`, that is held against it instead. */
  readonly minScore?: number | null
}

/** One place of a judged ranking: the hit, and the indexes of the judgments that it consumed, best first. */
export interface Position {
  readonly hit: Hit
  readonly consumed: readonly number[]
  /** It matches a target that an earlier hit consumed. */
  readonly repeated: boolean
}

export interface Judged {
  readonly ranking: JudgedRanking
  readonly positions: readonly Position[]
  /** Per judgment: the 1-based rank at which it was found, or null. */
  readonly ranks: readonly (number | null)[]
}

const SPECIFICITY: Record<Target['kind'], number> = { id: 0, lines: 1, file: 2, glob: 3 }

/** Whether hits count once a document: where no judgment of the query asks for lines. */
export function collapses(judgments: readonly Judgment[]): boolean {
  return judgments.every((judgment) => judgment.target.kind !== 'lines')
}

/** The first hit of each document, in order, and the first of each chunk that a judgment names by its own id. */
function collapseToDocuments(hits: readonly Hit[], judgments: readonly Judgment[]): Hit[] {
  const named = new Set(judgments.flatMap(({ target }) => (target.kind === 'id' ? [target.id] : [])))
  const documents = new Set<string>()
  const chunks = new Set<string>()
  return hits.filter((hit) => {
    const document = documentOf(hit)
    const isNamed = hit.id !== document && named.has(hit.id) && !chunks.has(hit.id)
    const isFirst = !documents.has(document)
    documents.add(document)
    if (isNamed) chunks.add(hit.id)
    return isFirst || isNamed
  })
}

/**
 * Judges one ranking: hits to graded, consumed-once positions, ahead of every metric.
 *
 * One hit consumes one judgment, the best-graded open one (among equals the most specific, then list order), and all
 * line judgments that it wholly contains. A hit that consumes several stands for as many positions.
 */
export function judge(judgments: readonly Judgment[], ranking: Ranking, options: JudgeOptions): Judged {
  const preference = byPreference(judgments)
  const open = judgments.map(() => true)
  const kept = collapses(judgments) ? collapseToDocuments(ranking.hits, judgments) : ranking.hits
  const positions = cut(kept.slice(0, options.depth), ranking.confidence, options.minScore).map((hit) =>
    consume(hit, judgments, preference, open, options.match),
  )
  const { labels, tokens, ranks } = expand(positions, judgments, options.depth)
  const grades = judgments.map((judgment) => judgment.grade).sort((a, b) => b - a)
  const confidence = ranking.confidence ?? ranking.hits[0]?.score ?? null
  return { ranking: { labels, tokens, grades, level: 1, confidence }, positions, ranks }
}

function cut(
  hits: readonly Hit[],
  confidence: number | undefined,
  minScore: number | null | undefined,
): readonly Hit[] {
  if (minScore === undefined || minScore === null) return hits
  if (confidence !== undefined) return confidence < minScore ? [] : hits
  return hits.filter((hit) => hit.score >= minScore)
}

/** Indexes of the judgments in the order in which a hit would consume them. */
function byPreference(judgments: readonly Judgment[]): number[] {
  return judgments
    .map((_, index) => index)
    .sort((a, b) => {
      const left = judgments[a]!
      const right = judgments[b]!
      return right.grade - left.grade || SPECIFICITY[left.target.kind] - SPECIFICITY[right.target.kind] || a - b
    })
}

function consume(
  hit: Hit,
  judgments: readonly Judgment[],
  preference: readonly number[],
  open: boolean[],
  rule: MatchRule,
): Position {
  const matching = preference.filter((index) => matches(hit, judgments[index]!.target, rule))
  const available = matching.filter((index) => open[index])
  const consumed = available.filter((index, place) => place === 0 || whollyContains(hit, judgments[index]!.target))
  for (const index of consumed) open[index] = false
  return { hit, consumed, repeated: matching.length > 0 && consumed.length === 0 }
}

function whollyContains(hit: Hit, target: Target): boolean {
  return target.kind === 'lines' && contains(hit, target)
}

function expand(positions: readonly Position[], judgments: readonly Judgment[], depth: number) {
  const labels: number[] = []
  const tokens: number[] = []
  const ranks: (number | null)[] = judgments.map(() => null)
  for (const { hit, consumed, repeated } of positions) {
    if (consumed.length === 0) {
      labels.push(repeated ? REPEATED : UNJUDGED)
      tokens.push(hit.tokens ?? 0)
    }
    consumed.forEach((index, place) => {
      labels.push(judgments[index]!.grade)
      tokens.push(place === 0 ? (hit.tokens ?? 0) : 0)
      if (labels.length <= depth) ranks[index] = labels.length
    })
  }
  return { labels: labels.slice(0, depth), tokens: tokens.slice(0, depth), ranks }
}

import type { ReadText } from './word-reader.ts'

/** How a text answers a question, seen by its words alone; each from 0 to 1. */
export interface Evidence {
  /** Share of the question's words that the text has, by rarity. */
  readonly coverage: number
  /** Share of the question's neighbouring words that stand next to each other in the text too, by rarity. */
  readonly bigrams: number
  /** The best coverage by any `WINDOW` words in a row. */
  readonly proximity: number
  /** Share of the question's words that the title has; of them, that the path has. */
  readonly title: number
  readonly path: number
}

/** Words that belong together: about two sentences. */
const WINDOW = 32

/** A question's distinct words with their rarity, and its pairs of neighbours. */
export interface QuestionWords {
  readonly weights: ReadonlyMap<number, number>
  readonly total: number
  /** Second words by first. */
  readonly pairs: ReadonlyMap<number, ReadonlySet<number>>
  readonly pairTotal: number
}

export function questionWords(words: Int32Array, rarity: (word: number) => number): QuestionWords {
  const weights = new Map(Array.from(words, (word): [number, number] => [word, rarity(word)]))
  const pairs = new Map<number, Set<number>>()
  let pairTotal = 0
  for (let i = 1; i < words.length; i++) {
    const [first, second] = [words[i - 1]!, words[i]!]
    const seconds = pairs.get(first) ?? new Set<number>()
    if (first === second || seconds.has(second)) continue
    pairs.set(first, seconds.add(second))
    pairTotal += pairWeight(weights, first, second)
  }
  return { weights, total: sum(weights.values()), pairs, pairTotal }
}

/** Shares are 0 where the question has no words, or no pairs. */
export function evidenceOf(question: QuestionWords, text: ReadText, title: ReadText, path: ReadText): Evidence {
  return {
    coverage: coverage(question, text),
    bigrams: bigrams(question, text.words),
    proximity: proximity(question, text.words),
    title: coverage(question, title),
    path: coverage(question, path),
  }
}

function coverage({ weights, total }: QuestionWords, { distinct }: ReadText): number {
  if (total === 0) return 0
  let covered = 0
  for (const word of distinct) covered += weights.get(word) ?? 0
  return covered / total
}

function bigrams({ weights, pairs, pairTotal }: QuestionWords, words: Int32Array): number {
  if (pairTotal === 0) return 0
  const seen = new Map<number, Set<number>>()
  let found = 0
  for (let i = 1; i < words.length; i++) {
    const [first, second] = [words[i - 1]!, words[i]!]
    if (!pairs.get(first)?.has(second)) continue
    const seconds = seen.get(first) ?? new Set<number>()
    if (!seconds.has(second)) found += pairWeight(weights, first, second)
    seen.set(first, seconds.add(second))
  }
  return found / pairTotal
}

/** A pair is as rare as its two words together. */
function pairWeight(weights: ReadonlyMap<number, number>, first: number, second: number): number {
  return weights.get(first)! + weights.get(second)!
}

function proximity({ weights, total }: QuestionWords, words: Int32Array): number {
  if (total === 0) return 0
  const counts = new Map<number, number>()
  let covered = 0
  let best = 0
  for (let end = 0; end < words.length; end++) {
    covered += change(words[end]!, 1)
    if (end >= WINDOW) covered += change(words[end - WINDOW]!, -1)
    best = Math.max(best, covered)
  }
  return best / total

  /** What the window's coverage gains or loses with one word more or less. */
  function change(word: number, by: 1 | -1): number {
    const weight = weights.get(word)
    if (weight === undefined) return 0
    const before = counts.get(word) ?? 0
    counts.set(word, before + by)
    return by === 1 ? (before === 0 ? weight : 0) : before === 1 ? -weight : 0
  }
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

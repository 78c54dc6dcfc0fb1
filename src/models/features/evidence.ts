import type { AskedWords, FoundWords } from './asked-words.ts'

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

/** What the words of a question count, and its pairs of neighbours. */
export interface QuestionWords {
  /** By number of the word: its rarity. */
  readonly weights: Float64Array
  readonly total: number
  /** Pair -> what it counts: it is as rare as its two words together. */
  readonly pairs: ReadonlyMap<number, number>
  readonly pairTotal: number
}

export function questionWords({ count, sequence }: AskedWords, rarity: (word: number) => number): QuestionWords {
  const weights = Float64Array.from({ length: count }, (_, word) => rarity(word))
  const pairs = new Map<number, number>()
  for (let i = 1; i < sequence.length; i++) {
    const [first, second] = [sequence[i - 1]!, sequence[i]!]
    if (first !== second) pairs.set(pairOf(first, second, count), weights[first]! + weights[second]!)
  }
  return { weights, total: sum(weights), pairs, pairTotal: sum(pairs.values()) }
}

function pairOf(first: number, second: number, count: number): number {
  return first * count + second
}

/** Shares are 0 where the question has no words, or no pairs. */
export function evidenceOf(question: QuestionWords, text: FoundWords, title: FoundWords, path: FoundWords): Evidence {
  return {
    coverage: coverage(question, text),
    bigrams: bigrams(question, text),
    proximity: proximity(question, text),
    title: coverage(question, title),
    path: coverage(question, path),
  }
}

function coverage({ weights, total }: QuestionWords, { words }: FoundWords): number {
  if (words.length === 0 || total === 0) return 0
  const seen = new Uint8Array(weights.length)
  let covered = 0
  for (const word of words) {
    if (seen[word] === 0) covered += weights[word]!
    seen[word] = 1
  }
  return covered / total
}

function bigrams({ weights, pairs, pairTotal }: QuestionWords, { places, words }: FoundWords): number {
  if (pairTotal === 0) return 0
  const seen = new Set<number>()
  let found = 0
  for (let i = 1; i < places.length; i++) {
    if (places[i] !== places[i - 1]! + 1) continue
    const pair = pairOf(words[i - 1]!, words[i]!, weights.length)
    if (!seen.has(pair)) found += pairs.get(pair) ?? 0
    seen.add(pair)
  }
  return found / pairTotal
}

function proximity({ weights, total }: QuestionWords, { places, words }: FoundWords): number {
  if (words.length === 0 || total === 0) return 0
  const counts = new Int32Array(weights.length)
  let covered = 0
  let best = 0
  let left = 0
  for (let entering = 0; entering < places.length; entering++) {
    const place = places[entering]!
    for (; places[left]! + WINDOW < place; left++) leave(words[left]!)
    const word = words[entering]!
    if (counts[word]!++ === 0) covered += weights[word]!
    for (; places[left]! + WINDOW === place; left++) leave(words[left]!)
    best = Math.max(best, covered)
  }
  return best / total

  function leave(word: number): void {
    if (--counts[word]! === 0) covered -= weights[word]!
  }
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

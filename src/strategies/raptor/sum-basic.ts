import { countTokens } from '../../knowledge/tokens.ts'

interface Sentence {
  readonly text: string
  readonly words: readonly string[]
  readonly tokens: number
}

/** Sentences looked at, of all that there are: later ones of very long texts say little about a group. */
const MOST_SENTENCES = 400

/**
 * The sentences of some texts that hold their most frequent words, in the order of the texts, in at most `maxTokens` tokens
 * (SumBasic: Nenkova and Vanderwende, "The Impact of Frequency on Summarization", 2005). A word that a chosen sentence
 * holds counts less from then on.
 */
export function sumBasic(texts: readonly string[], maxTokens: number): string {
  const sentences = texts.flatMap(sentencesOf).slice(0, MOST_SENTENCES)
  const weights = frequencies(sentences)
  const chosen = new Set<Sentence>()
  let left = maxTokens
  for (let best = heaviest(sentences, chosen, weights, left); best !== undefined; ) {
    chosen.add(best)
    left -= best.tokens
    for (const word of best.words) weights.set(word, weights.get(word)! ** 2)
    best = heaviest(sentences, chosen, weights, left)
  }
  const kept = sentences.filter((sentence) => chosen.has(sentence)).map(({ text }) => text)
  return kept.length > 0 ? kept.join('\n') : (texts[0] ?? '').slice(0, 4 * maxTokens)
}

function sentencesOf(text: string): Sentence[] {
  return text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => ({ text: one, words: wordsOf(one), tokens: countTokens(one) }))
    .filter(({ words }) => words.length > 0)
}

const PAIRS = /(?=([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}))/gu
const WORDS = /[\p{L}\p{N}_]{3,}/gu

/** Pairs of CJK characters where there are any, else words of three letters and more. */
function wordsOf(text: string): string[] {
  const lower = text.toLowerCase()
  const pairs = Array.from(lower.matchAll(PAIRS), (found) => found[1]!)
  return pairs.length > 0 ? pairs : (lower.match(WORDS) ?? [])
}

function frequencies(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>()
  let total = 0
  for (const { words } of sentences) {
    total += words.length
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  for (const [word, count] of counts) counts.set(word, count / total)
  return counts
}

/** The sentence whose words weigh most on average, of those that still fit; the first of several. */
function heaviest(
  sentences: readonly Sentence[],
  chosen: ReadonlySet<Sentence>,
  weights: ReadonlyMap<string, number>,
  left: number,
): Sentence | undefined {
  let found: Sentence | undefined
  let most = 0
  for (const sentence of sentences) {
    if (sentence.tokens > left || chosen.has(sentence)) continue
    const weight = sentence.words.reduce((sum, word) => sum + weights.get(word)!, 0) / sentence.words.length
    if (weight <= most) continue
    most = weight
    found = sentence
  }
  return found
}

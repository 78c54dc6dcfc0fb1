import { type Evidence, evidenceOf, questionWords } from './features/evidence.ts'
import { WordReader } from './features/word-reader.ts'
import type { Candidate, LoadedReranker, Reranker } from './reranker.ts'

/**
 * What each kind of evidence counts, beside the score of the strategy below brought to 0..1. Coverage and closeness count
 * half: the score below usually holds the first, and the first makes the second likely.
 */
const WEIGHTS: Evidence = { coverage: 0.1, bigrams: 0.2, proximity: 0.1, title: 0.2, path: 0.2 }

/** Reorders by word evidence: no model, and nothing learnt. */
export const features: Reranker = {
  summary:
    'Adds to the score how many of the words are there, in a row, close together, and in title or path: lexical, no model.',
  external: false,
  load: async () => new FeatureReranker(new WordReader()),
}

class FeatureReranker implements LoadedReranker {
  readonly #reader: WordReader

  constructor(reader: WordReader) {
    this.#reader = reader
  }

  async score(question: string, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly number[]> {
    signal.throwIfAborted()
    const texts = candidates.map(({ text, title }) => this.#reader.words(`${title}\n${text}`))
    const words = questionWords(this.#reader.words(question), rarityAmong(texts))
    const bases = unitScores(candidates)
    return candidates.map(({ title, path }, index) => {
      const evidence = evidenceOf(words, texts[index]!, this.#reader.words(title), this.#reader.words(path))
      return bases[index]! + worth(evidence)
    })
  }
}

/** How telling a word is among the candidates: Lucene's idf of BM25, with the candidates as the collection. */
function rarityAmong(texts: readonly Int32Array[]): (word: number) => number {
  const textsWith = new Map<number, number>()
  for (const text of texts) for (const word of new Set(text)) textsWith.set(word, (textsWith.get(word) ?? 0) + 1)
  return (word) => {
    const n = textsWith.get(word) ?? 0
    return Math.fround(Math.log(1 + (texts.length - n + 0.5) / (n + 0.5)))
  }
}

/** Brought to 0..1 by the best and the worst; 1 each where all are equal. */
function unitScores(candidates: readonly Candidate[]): number[] {
  const scores = candidates.map(({ score }) => score)
  const best = Math.max(...scores)
  const worst = Math.min(...scores)
  return scores.map((score) => (best > worst ? (score - worst) / (best - worst) : 1))
}

function worth(evidence: Evidence): number {
  let sum = 0
  for (const key of Object.keys(WEIGHTS) as (keyof Evidence)[]) sum += WEIGHTS[key] * evidence[key]
  return sum
}

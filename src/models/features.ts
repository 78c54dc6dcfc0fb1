import { AskedWords, type FoundWords } from './features/asked-words.ts'
import { type Evidence, evidenceOf, questionWords } from './features/evidence.ts'
import { WordReader } from './features/word-reader.ts'
import type { BuiltInReranker, Candidate, LoadedReranker, RelevanceParts } from './reranker.ts'

/**
 * What each kind of evidence counts, beside the score of the strategy below brought to 0..1. Coverage and closeness count
 * half: the score below usually holds the first, and the first makes the second likely.
 */
const WEIGHTS: Evidence = { coverage: 0.1, bigrams: 0.2, proximity: 0.1, title: 0.2, path: 0.2 }

const KINDS = Object.keys(WEIGHTS) as (keyof Evidence)[]

const LABELS: Readonly<Record<keyof Evidence, string>> = {
  coverage: 'words of the question in the text',
  bigrams: 'words in a row',
  proximity: 'words close together',
  title: 'words in the title',
  path: 'words in the path',
}

/** Reorders by word evidence: no model, and nothing learnt. */
export const features: BuiltInReranker = {
  summary:
    'Adds to the score how many of the words are there, in a row, close together, and in title or path: lexical, no model.',
  load: (words) => new FeatureReranker(new WordReader(words)),
}

class FeatureReranker implements LoadedReranker {
  readonly #reader: WordReader

  constructor(reader: WordReader) {
    this.#reader = reader
  }

  async score(question: string, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly number[]> {
    signal.throwIfAborted()
    const bases = unitScores(candidates)
    return this.#evidence(question, candidates).map((evidence, index) => bases[index]! + worth(evidence))
  }

  explain(question: string, candidates: readonly Candidate[], index: number): RelevanceParts {
    const evidence = this.#evidence(question, candidates)[index]!
    const added = KINDS.map((kind) => ({ label: LABELS[kind], value: WEIGHTS[kind] * evidence[kind] }))
    return { before: unitScores(candidates)[index]!, added: added.filter(({ value }) => value > 0) }
  }

  #evidence(question: string, candidates: readonly Candidate[]): Evidence[] {
    const reader = this.#reader
    const asked = new AskedWords(reader.words(question))
    const texts = candidates.map(({ text, title }) => asked.find(reader.wordsBelow(title, text)))
    const words = questionWords(asked, rarityAmong(texts, asked.count))
    return candidates.map(({ title, path }, index) =>
      evidenceOf(words, texts[index]!, asked.find(reader.words(title)), asked.find(reader.words(path))),
    )
  }
}

/** How telling a question's word is among the candidates: Lucene's idf of BM25, with the candidates as the collection. */
function rarityAmong(texts: readonly FoundWords[], asked: number): (word: number) => number {
  const textsWith = new Int32Array(asked)
  for (const { words } of texts) for (const word of new Set(words)) textsWith[word]!++
  return (word) => {
    const n = textsWith[word]!
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
  for (const kind of KINDS) sum += WEIGHTS[kind] * evidence[kind]
  return sum
}

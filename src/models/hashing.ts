import { setImmediate } from 'node:timers/promises'
import type { AnalysisSettings } from '../analysis/terms-of-token.ts'
import type { BuiltInEmbedder } from './embedder.ts'
import { FeatureCounter } from './hashing/feature-counter.ts'
import { VectorWriter } from './hashing/vector-writer.ts'
import { Rarity } from './rarity.ts'
import type { ByteVectors } from './vectors.ts'
import { ENGLISH } from './word-settings.ts'

/** Texts between two looks at the signal and two movements of the progress bar. */
const BATCH = 500
const DIMENSIONS = 2048

/**
 * Hashed tf-idf: stemmed words, pairs of CJK characters and character n-grams, each in one of 2,048 signed buckets, as
 * int8 vectors of unit length (feature hashing: Weinberger and others, "Feature Hashing for Large Scale Multitask
 * Learning", ICML 2009).
 */
export const hashingBy = (words: AnalysisSettings): BuiltInEmbedder => ({
  summary:
    'Hashed words and parts of words, weighted by rarity: lexical and morphological, not semantic. No model is needed.',
  dimensions: DIMENSIONS,
  mostDimensions: 8192,
  fitted: true,
  identity: `hashing ${JSON.stringify(words)}`,
  async index(texts, { dimensions = DIMENSIONS, signal, progress }) {
    const counter = new FeatureCounter(words)
    const rarity = new Rarity()
    const terms: Int32Array[] = []
    const total = 2 * texts.length
    const pause = async (done: number) => {
      if (done % BATCH !== 0) return
      progress(done, total)
      await setImmediate()
      signal.throwIfAborted()
    }
    for (const [row, text] of texts.entries()) {
      await pause(row)
      terms.push(counter.terms(text))
      rarity.add(counter.count(terms[row]!), counter.featureCount)
      counter.clear()
    }
    rarity.finish()
    const writer = new VectorWriter(counter, rarity, dimensions)
    const vectors = zeros(texts.length, dimensions)
    for (const [row, ids] of terms.entries()) {
      await pause(texts.length + row)
      writer.write(ids, vectors, row)
    }
    progress(total, total)
    return {
      vectors,
      async embed(questions) {
        const embedded = zeros(questions.length, dimensions)
        for (const [row, question] of questions.entries()) writer.write(counter.terms(question), embedded, row)
        return embedded
      },
    }
  },
})

export const hashing = hashingBy(ENGLISH)

function zeros(count: number, dimensions: number): ByteVectors {
  const values = new Int8Array(count * dimensions)
  return { precision: 'int8', count, dimensions, values, scales: new Float32Array(count) }
}

import { setImmediate } from 'node:timers/promises'
import type { AnalysisSettings } from '../analysis/terms-of-token.ts'
import type { BuiltInEmbedder } from './embedder.ts'
import type { DenseMatrix } from './lsa/dense-matrix.ts'
import { addProduct, type SparseRow } from './lsa/sparse-rows.ts'
import { TermRows } from './lsa/term-rows.ts'
import { topSubspace } from './lsa/top-subspace.ts'
import type { FloatVectors } from './vectors.ts'
import { ENGLISH } from './word-settings.ts'

/** Texts that the space is fitted to, evenly spaced over all of them: more change it little and cost much. */
const MOST_FITTED = 8192
const BATCH = 500
const DIMENSIONS = 512

/**
 * Latent semantic analysis: tf-idf rows in the space of the first singular vectors of the knowledge base itself, as float32
 * vectors of unit length (Deerwester and others, "Indexing by latent semantic analysis", JASIS 1990). Small knowledge
 * bases have fewer dimensions: half as many as texts.
 */
export const lsaBy = (words: AnalysisSettings): BuiltInEmbedder => ({
  summary:
    'Latent semantic analysis, fitted to the knowledge base: words that occur in the same texts come close. For prose; it knows nothing that the texts do not show.',
  dimensions: DIMENSIONS,
  mostDimensions: 1024,
  fitted: true,
  identity: `lsa ${JSON.stringify(words)}`,
  async index(texts, { dimensions = DIMENSIONS, signal, progress }) {
    const rowMaker = new TermRows(words)
    const pause = async () => {
      await setImmediate()
      signal.throwIfAborted()
    }
    const terms: Int32Array[] = []
    for (const [index, text] of texts.entries()) {
      if (index % BATCH === 0) await pause()
      terms.push(rowMaker.add(text))
    }
    rowMaker.finish()
    const rows = terms.map((ids) => rowMaker.row(ids))
    const fitted = evenlySpaced(rows, MOST_FITTED)
    const width = Math.max(1, Math.min(dimensions, Math.min(fitted.length, rowMaker.columns) >> 1))
    progress(0, texts.length)
    const basis = await topSubspace(fitted, rowMaker.columns, width, pause)
    const vectors = project(rows, basis)
    progress(texts.length, texts.length)
    return {
      vectors,
      embed: async (questions) =>
        project(
          questions.map((text) => rowMaker.rowOf(text)),
          basis,
        ),
    }
  },
})

export const lsa = lsaBy(ENGLISH)

function evenlySpaced<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!)
}

/** The rows' coordinates in the basis, brought to unit length. */
function project(rows: readonly SparseRow[], basis: DenseMatrix): FloatVectors {
  const { columns: dimensions } = basis
  const values = new Float32Array(rows.length * dimensions)
  for (const [index, row] of rows.entries()) {
    const coordinates = new Float64Array(dimensions)
    addProduct(row, basis, coordinates, 0)
    const length = Math.sqrt(coordinates.reduce((sum, value) => sum + value * value, 0)) || 1
    for (let i = 0; i < dimensions; i++) values[index * dimensions + i] = coordinates[i]! / length
  }
  return { precision: 'float32', count: rows.length, dimensions, values }
}

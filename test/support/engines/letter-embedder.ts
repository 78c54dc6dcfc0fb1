import type { Embedder } from '../../../src/models/embedder.ts'
import type { FloatVectors } from '../../../src/models/vectors.ts'

export interface LetterEmbedder {
  readonly embedder: Embedder
  /** All texts that it has been asked for, in turn; the length of each call. */
  readonly texts: string[]
  readonly calls: number[]
}

/** Counts the letters of texts: unit vectors of 26 numbers, which depend on nothing else. */
export function letterEmbedder(identity = 'letters'): LetterEmbedder {
  const texts: string[] = []
  const calls: number[] = []
  const embed = async (some: readonly string[]): Promise<FloatVectors> => {
    texts.push(...some)
    if (some.length > 0) calls.push(some.length)
    const values = new Float32Array(26 * some.length)
    for (const [row, text] of some.entries()) values.set(vectorOf(text), 26 * row)
    return { precision: 'float32', count: some.length, dimensions: 26, values }
  }
  const embedder: Embedder = { identity, index: async (some) => ({ vectors: await embed(some), embed }) }
  return { embedder, texts, calls }
}

function vectorOf(text: string): number[] {
  const counts = Array.from(
    { length: 26 },
    (_, at) => text.toLowerCase().split(String.fromCharCode(97 + at)).length - 1,
  )
  const length = Math.hypot(...counts)
  return length === 0 ? counts : counts.map((count) => count / length)
}

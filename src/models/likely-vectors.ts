import { hashing } from './hashing.ts'
import { randomVector } from './random-vector.ts'
import { addRow, dotRow, normalise } from './vector-rows.ts'

/** A text and its vector. */
export type Embedded = readonly [text: string, vector: Float32Array]

/** Length of what is random, where what is known has one: a text is near to the nearest other one, and is another. */
const OWN = 0.35

/**
 * Vectors that stand in for those of some texts, in a run that only counts: each lies near that of the text that is most like it
 * by its words. Without a known one they are random, and far from one another, as they are with few words in common.
 */
export async function likelyVectors(
  texts: readonly string[],
  known: readonly Embedded[],
  dimensions: number,
): Promise<Float32Array[]> {
  const random = texts.map((text) => randomVector(text, dimensions))
  if (texts.length === 0 || known.length === 0) return random
  const { signal } = new AbortController()
  const words = await hashing.index(
    known.map(([text]) => text),
    { signal, progress: () => {} },
  )
  const wanted = await words.embed(texts, signal)
  return random.map((own, text) => {
    const asked = new Float64Array(wanted.dimensions)
    addRow(asked, { vectors: wanted, row: text })
    let [nearest, most] = [-1, 0]
    for (const row of known.keys()) {
      const likeness = dotRow({ vectors: words.vectors, row }, asked)
      if (likeness <= most) continue
      most = likeness
      nearest = row
    }
    return nearest < 0 ? own : between(known[nearest]![1], own)
  })
}

/** Near the first, of length one. */
function between(near: Float32Array, own: Float32Array): Float32Array {
  const other = normalise(Float64Array.from(own))
  const sum = normalise(Float64Array.from(near))
  for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + OWN * other[i]!
  return Float32Array.from(normalise(sum))
}

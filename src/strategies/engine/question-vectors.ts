import { floatRow } from '../loading/piece-vectors.ts'
import { passageText } from '../passage-text.ts'
import type { BuildContext } from '../strategy.ts'

/** The vector of a question, made once however often it is asked for. */
export type QuestionVector = (text: string, signal: AbortSignal) => Promise<Float32Array>

/**
 * How questions become vectors for an engine that holds those of the knowledge base. An embedder that is fitted to texts is
 * fitted to the knowledge base first, as for `dense`; any other embeds the question and nothing else.
 */
export function questionVectors(name: string, context: BuildContext): QuestionVector {
  const made = new Map<string, Promise<Float32Array>>()
  let embedding: Promise<QuestionVector> | undefined
  return (text, signal) => {
    const known = made.get(text)
    if (known !== undefined) return known
    embedding ??= embedderOf(name, context)
    const vector = embedding.then((embed) => embed(text, signal))
    made.set(text, vector)
    // What failed is tried again when the question is asked again.
    vector.catch(() => made.delete(text))
    return vector
  }
}

async function embedderOf(name: string, context: BuildContext): Promise<QuestionVector> {
  const embedder = await context.embedder(name)
  const { signal, progress } = context
  const texts = embedder.fitted ? (await context.chunks()).map(passageText) : []
  const { embed } = await embedder.index(texts, { signal, progress: (done, total) => progress(done, total) })
  return async (text, stop) => floatRow(await embed([text], stop), 0)
}

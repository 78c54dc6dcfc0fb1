import { z } from 'zod'
import type { Embedder } from './embedder.ts'
import { fileSettings, folderOf, hubModelOf, openFiles, tokenOf } from './files/open-files.ts'
import type { ModelContext } from './model-context.ts'
import type { ModelType } from './model-type.ts'
import { loadStaticModel, STATIC_FILES } from './model2vec/static-model.ts'
import type { TextEmbedder } from './raw-model.ts'
import { recordedEmbedder } from './recorded-embedder.ts'

const model2vecSchema = z.strictObject(fileSettings)

/** Static embeddings: a vector for each token, and their mean for a text (Tulkens and van Dongen, "Model2Vec", 2024). */
export const model2vec: ModelType<z.infer<typeof model2vecSchema>, Embedder> = {
  summary:
    'Static embeddings (Model2Vec), from a folder or the Hugging Face hub: one vector a token, read here in no time.',
  schema: model2vecSchema,
  external: false,
  keys: tokenOf,
  hubModel: hubModelOf,
  folder: folderOf,
  async load(settings, context) {
    return recordedEmbedder(await rawModel2vec(settings, context), context)
  },
}

/** The model without its records. */
export async function rawModel2vec(
  settings: z.infer<typeof model2vecSchema>,
  context: ModelContext,
): Promise<TextEmbedder> {
  const files = await openFiles(settings, STATIC_FILES, context)
  let model: ReturnType<typeof loadStaticModel> | undefined
  return {
    identity: { provider: 'model2vec', model: settings.model, revision: files.revision, parameters: {} },
    isPinned: true,
    limits: { batch: 1024, concurrency: 1 },
    async embed(texts, _role, signal) {
      signal.throwIfAborted()
      model ??= loadStaticModel(files)
      const { embed } = await model
      return { vectors: texts.map(embed), usage: {} }
    },
  }
}

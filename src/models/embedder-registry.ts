import { bedrockEmbedder } from './bedrock.ts'
import { builtIn } from './built-in.ts'
import { cohereEmbedder } from './cohere.ts'
import type { BuiltInEmbedder, Embedder } from './embedder.ts'
import { googleEmbedder } from './google.ts'
import { hashing, hashingBy } from './hashing.ts'
import { lsa, lsaBy } from './lsa.ts'
import type { ModelType } from './model-type.ts'
import { model2vec } from './model2vec.ts'
import { onnxEmbedder } from './onnx.ts'
import { openaiEmbedder } from './openai.ts'
import { openaiCompatibleEmbedder } from './openai-compatible.ts'
import { voyageEmbedder } from './voyage.ts'

/** The embedders that need no settings, by the name that a config gives them. */
export const builtInEmbedders = { hashing, lsa } satisfies Record<string, BuiltInEmbedder>

/** Every kind of embedder, by the `type` that a config names it with. */
export const embedderTypes = {
  hashing: builtIn<Embedder>(hashing.summary, hashingBy),
  lsa: builtIn<Embedder>(lsa.summary, lsaBy),
  onnx: onnxEmbedder,
  model2vec,
  openai: openaiEmbedder,
  'openai-compatible': openaiCompatibleEmbedder,
  cohere: cohereEmbedder,
  voyage: voyageEmbedder,
  google: googleEmbedder,
  bedrock: bedrockEmbedder,
} satisfies Record<string, ModelType<unknown, Embedder>>

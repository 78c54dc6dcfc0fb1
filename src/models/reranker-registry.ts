import { bedrockReranker } from './bedrock.ts'
import { builtIn } from './built-in.ts'
import { cohereReranker } from './cohere.ts'
import { features } from './features.ts'
import { httpReranker } from './http-reranker.ts'
import type { ModelType } from './model-type.ts'
import { onnxReranker } from './onnx.ts'
import type { LoadedReranker } from './reranker.ts'
import { voyageReranker } from './voyage.ts'

/** Every kind of reranker, by the `type` that a config names it with. */
export const rerankerTypes = {
  features: builtIn<LoadedReranker>(features.summary, features.load),
  onnx: onnxReranker,
  cohere: cohereReranker,
  voyage: voyageReranker,
  bedrock: bedrockReranker,
  http: httpReranker,
} satisfies Record<string, ModelType<unknown, LoadedReranker>>

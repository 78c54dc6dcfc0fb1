import type { Registries } from './config/registries.ts'
import { chunkers } from './knowledge/chunkers.ts'
import { parseMetric } from './metrics/parse-metric.ts'
import { chatTypes } from './models/chat-registry.ts'
import { embedderTypes } from './models/embedder-registry.ts'
import { rerankerTypes } from './models/reranker-registry.ts'
import { strategyTypes } from './strategies/registry.ts'

/** What a config may name. */
export const registries: Registries = {
  strategies: strategyTypes,
  chunkers: Object.keys(chunkers),
  embedders: embedderTypes,
  rerankers: rerankerTypes,
  chats: chatTypes,
  parseMetric,
}

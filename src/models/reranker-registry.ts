import { features } from './features.ts'
import type { Reranker } from './reranker.ts'

/** Every reranker, by the name that a config gives it. */
export const rerankers = { features } satisfies Record<string, Reranker>

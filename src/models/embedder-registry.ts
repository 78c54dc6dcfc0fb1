import type { Embedder } from './embedder.ts'
import { hashing } from './hashing.ts'
import { lsa } from './lsa.ts'

/** Every embedder, by the name that a config gives it. */
export const embedders = { hashing, lsa } satisfies Record<string, Embedder>

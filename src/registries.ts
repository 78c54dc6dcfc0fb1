import type { Registries } from './config/registries.ts'
import { chunkers } from './knowledge/chunkers.ts'
import { parseMetric } from './metrics/parse-metric.ts'
import { strategyTypes } from './strategies/registry.ts'

/** What a config may name. */
export const registries: Registries = { strategies: strategyTypes, chunkers: Object.keys(chunkers), parseMetric }

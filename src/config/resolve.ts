import type { Chunking, Config, ModelConfig, RuleConfig, StrategyConfig } from './config.ts'
import type { ModelEntry } from './model-schema.ts'
import type { RuleEntry } from './rule-schema.ts'
import type { ConfigEntries } from './schema.ts'
import type { Strategy } from './strategy-schema.ts'

/** Fills in the defaults that depend on other keys. What only `sweep` reads is left out. */
export function resolve(entries: ConfigEntries): Config {
  const { primary, split, watch, sweep: _, chunking: sizes, strategies, metrics, gate, ...more } = entries
  const { maxCalls, maxCost, embedders, rerankers, chats, ...rest } = more
  const chunking = { ...sizes, by: sizes.by ?? ('beir' in entries.documents ? 'document' : 'heading') }
  return {
    ...rest,
    ...(primary !== undefined && { primary }),
    ...(split !== undefined && { split }),
    ...(watch !== undefined && { watch }),
    ...present({ maxCalls, maxCost }),
    embedders: mapValues(embedders, resolveModel),
    rerankers: mapValues(rerankers, resolveModel),
    chats: mapValues(chats, resolveModel),
    chunking,
    strategies: mapValues(strategies, (strategy) => resolveStrategy(strategy, chunking)),
    metrics: [...new Set([...metrics.map(({ id }) => id), ...gate.map(({ metric }) => metric.id)])],
    gate: gate.map((rule) => resolveRule(rule, entries)),
  }
}

function resolveModel({ type, calls, settings }: ModelEntry): ModelConfig {
  return { type, calls: present(calls), settings }
}

function resolveStrategy({ type, chunking, settings, ...rest }: Strategy, whole: Chunking): StrategyConfig {
  return {
    type,
    ...(chunking !== undefined && { chunking: { ...whole, ...present(chunking) } }),
    ...present(rest),
    settings,
  }
}

function resolveRule({ metric, where, ...rule }: RuleEntry, entries: ConfigEntries): RuleConfig {
  const all = Object.keys(entries.strategies)
  return {
    strategies: entries.primary === undefined ? all : [entries.primary],
    level: metric.kind === 'timing' ? 'warn' : 'fail',
    minPairs: entries.minPairs,
    ...present(rule),
    metric: metric.id,
    ...(where !== undefined && { where: present(where) }),
  }
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** The object without its undefined values, which `exactOptionalPropertyTypes` tells apart from absent ones. */
function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as Present<T>
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

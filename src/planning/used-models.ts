import type { Config, ModelConfig } from '../config/config.ts'
import { chatTypes } from '../models/chat-registry.ts'
import { embedderTypes } from '../models/embedder-registry.ts'
import type { ModelRole } from '../models/ledger.ts'
import type { ModelType } from '../models/model-type.ts'
import { rerankerTypes } from '../models/reranker-registry.ts'
import { strategyTypes } from '../strategies/registry.ts'
import type { StrategyType } from '../strategies/strategy.ts'

/** A kind of model, whatever it does. */
type AnyModel = ModelType<unknown, unknown>
type Types<Kind> = Readonly<Record<string, Kind>>

/** An entry of `embedders:`, `rerankers:` or `chats:` that a strategy uses. */
export interface UsedModel {
  readonly role: ModelRole
  readonly section: 'embedders' | 'rerankers' | 'chats'
  /** Its name in the config. */
  readonly name: string
  readonly entry: ModelConfig
  readonly type: AnyModel
}

const MODELS: Record<ModelRole, { readonly section: UsedModel['section']; readonly types: Types<AnyModel> }> = {
  embedder: { section: 'embedders', types: embedderTypes as Types<AnyModel> },
  reranker: { section: 'rerankers', types: rerankerTypes as Types<AnyModel> },
  chat: { section: 'chats', types: chatTypes as Types<AnyModel> },
}

/** Each once, in the order of the strategies. Those that need no entry are not among them. */
export function usedModels(config: Config): UsedModel[] {
  const strategies: Types<StrategyType<unknown>> = strategyTypes
  const used = new Map<string, UsedModel>()
  for (const { type, settings } of Object.values(config.strategies)) {
    const names = Object.entries(strategies[type]!.models?.(settings) ?? {}) as [ModelRole, string | undefined][]
    for (const [role, name = ''] of names) {
      const { section, types } = MODELS[role]
      const entry = config[section][name]
      if (entry !== undefined) used.set(`${role} ${name}`, { role, section, name, entry, type: types[entry.type]! })
    }
  }
  return [...used.values()]
}

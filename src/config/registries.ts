import type { ZodType } from 'zod'

/** What the config needs to know of the later stages; they are passed in, so that `config/` imports none of them. */
export interface Registries {
  /** Strategy type -> its settings' schema (a strict object) and the strategies that such settings name. */
  readonly strategies: Readonly<Record<string, RegisteredStrategy>>
  readonly chunkers: readonly string[]
  /** Type -> its settings' schema (a strict object), for each kind of model. */
  readonly embedders: Readonly<Record<string, RegisteredModel>>
  readonly rerankers: Readonly<Record<string, RegisteredModel>>
  readonly chats: Readonly<Record<string, RegisteredModel>>
  /** Throws `UserError` for an unknown metric. */
  parseMetric(id: string): RegisteredMetric
}

export interface RegisteredStrategy {
  readonly summary: string
  readonly schema: ZodType
  parts(settings: unknown): readonly string[]
  models?(settings: unknown): Readonly<Partial<Record<ModelRole, string | undefined>>>
}

export type ModelRole = 'embedder' | 'reranker' | 'chat'

export interface RegisteredModel {
  readonly summary: string
  /** It asks something outside this process: its entries say how, and at what price. */
  readonly external?: boolean
  readonly schema: ZodType
}

export interface RegisteredMetric {
  /** As it prints: `ndcg@10`. */
  readonly id: string
  readonly kind: 'ranking' | 'set' | 'timing'
  readonly family: { readonly range: readonly [number, number] }
}

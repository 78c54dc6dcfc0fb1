import type { Chunk } from '../../src/model.ts'
import type { Chat } from '../../src/models/chat.ts'
import { buildStrategies } from '../../src/strategies/build-strategies.ts'
import { strategyTypes } from '../../src/strategies/registry.ts'
import type { Retriever, StrategyType } from '../../src/strategies/strategy.ts'
import { builtInServices } from '../support/built-in-services.ts'

const types: Readonly<Record<string, StrategyType<unknown>>> = strategyTypes

/** A strategy of a config over some chunks, built as a run builds it; `chat` is every chat model. */
export async function built(
  name: string,
  strategies: Readonly<Record<string, { readonly type: string }>>,
  chunks: readonly Chunk[],
  chat?: Chat,
  notice: (line: string) => void = () => {},
): Promise<Retriever> {
  const { usedBy: _, ...services } = builtInServices()
  const entries = Object.entries(strategies).map(([key, { type, ...settings }]) => {
    return [key, { type, settings: types[type]!.schema.parse(settings) }] as const
  })
  const all = await buildStrategies(Object.fromEntries(entries), {
    types,
    chunks: async () => chunks,
    documents: [],
    services: { ...services, notice, ...(chat && { chat: async () => chat }) },
    baseDirectory: '/',
    signal: new AbortController().signal,
    progress() {},
  })
  return all.get(name)!.retriever
}

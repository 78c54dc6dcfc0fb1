import type { CallSettings } from './call-settings.ts'
import type { Chat } from './chat.ts'
import { chatTypes } from './chat-registry.ts'
import type { Embedder } from './embedder.ts'
import { embedderTypes } from './embedder-registry.ts'
import type { ModelContext } from './model-context.ts'
import type { ModelType } from './model-type.ts'
import { readSecret } from './read-secret.ts'
import { Recorder } from './recorder.ts'
import type { LoadedReranker } from './reranker.ts'
import { rerankerTypes } from './reranker-registry.ts'
import type { Services } from './services.ts'

/** An entry of `embedders:`, `rerankers:` or `chats:`. */
export interface ModelEntry {
  readonly type: string
  readonly calls?: CallSettings
  readonly settings: unknown
}

export type ModelEntries = Readonly<Record<string, ModelEntry>>

export interface ModelSections {
  readonly embedders: ModelEntries
  readonly rerankers: ModelEntries
  readonly chats: ModelEntries
}

export interface ServicesOptions extends Pick<ModelContext, 'baseDirectory' | 'fetch' | 'signal' | 'notice'> {
  readonly models: ModelSections
  readonly env: Readonly<Record<string, string | undefined>>
  /** Told every secret that is read. */
  mask?(value: string): void
  /** Without it, answers are remembered until the process ends. */
  readonly recorder?: Recorder
}

/** A model whose use can be put down to a strategy. */
interface Usable<Model> {
  usedBy?(strategy: string): Model
}

type Loader<Model> = (name: string) => Promise<Model>

/** Models and what else strategies may use, by the names of a config. Names are checked before. */
export function openServices(options: ServicesOptions): Services {
  const { models, env, mask = () => {}, recorder = new Recorder(), ...given } = options
  const secret = (variable: string) => readSecret(env, variable, mask)
  const context = { ...given, mask, recorder, secret }
  const embedder = loader<Embedder>(models.embedders, embedderTypes, context)
  const reranker = loader<LoadedReranker>(models.rerankers, rerankerTypes, context)
  const chat = loader<Chat>(models.chats, chatTypes, context)
  const { fetch, notice } = given
  const others = { fetch, notice, secret }
  return {
    ...{ embedder, reranker, chat, ...others },
    usedBy: (strategy) => ({
      embedder: usedBy(embedder, strategy),
      reranker: usedBy(reranker, strategy),
      chat: usedBy(chat, strategy),
      ...others,
    }),
  }
}

/** Loads each model once. */
function loader<Model>(
  entries: ModelEntries,
  types: Readonly<Record<string, ModelType<unknown, Model>>>,
  context: Omit<ModelContext, 'name' | 'calls'>,
): Loader<Model> {
  const loaded = new Map<string, Promise<Model>>()
  return (name) => {
    const { type, settings, calls = {} } = entries[name] ?? { type: name, settings: {} }
    const model = loaded.get(name) ?? types[type]!.load(settings as never, { ...context, name, calls })
    loaded.set(name, model)
    return model
  }
}

function usedBy<Model extends Usable<Model>>(load: Loader<Model>, strategy: string): Loader<Model> {
  return async (name) => {
    const model = await load(name)
    return model.usedBy?.(strategy) ?? model
  }
}

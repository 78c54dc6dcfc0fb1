import { type ConfigPath, entryPlace } from '../config/entry-place.ts'
import { problemPlace } from '../config/problem.ts'
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
  /** The file that describes them, for messages. */
  readonly configFile?: ConfigPath | undefined
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
  const { models, configFile, env, mask = () => {}, recorder = new Recorder(), ...given } = options
  const secret = (variable: string) => readSecret(env, variable, mask)
  const context = { ...given, mask, recorder, secret }
  const placed = (section: keyof ModelSections) => ({
    ...context,
    placeOf: async (name: string) => problemPlace(await entryPlace(configFile, section, name)),
  })
  const embedder = loader<Embedder>(models.embedders, embedderTypes, placed('embedders'))
  const reranker = loader<LoadedReranker>(models.rerankers, rerankerTypes, placed('rerankers'))
  const chat = loader<Chat>(models.chats, chatTypes, placed('chats'))
  const { fetch, notice } = given
  const others = { fetch, notice, secret, mask }
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

interface LoaderContext extends Omit<ModelContext, 'name' | 'place' | 'calls'> {
  placeOf(name: string): Promise<string>
}

/** Loads each model once. */
function loader<Model>(
  entries: ModelEntries,
  types: Readonly<Record<string, ModelType<unknown, Model>>>,
  { placeOf, ...context }: LoaderContext,
): Loader<Model> {
  const loaded = new Map<string, Promise<Model>>()
  return (name) => {
    const { type, settings, calls = {} } = entries[name] ?? { type: name, settings: {} }
    const model =
      loaded.get(name) ?? types[type]!.load(settings as never, { ...context, name, place: () => placeOf(name), calls })
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

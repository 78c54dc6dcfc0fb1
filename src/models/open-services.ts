import { UserError } from '../errors.ts'
import type { CallSettings } from './call-settings.ts'
import type { Chat } from './chat.ts'
import { chatTypes } from './chat-registry.ts'
import type { Embedder } from './embedder.ts'
import { embedderTypes } from './embedder-registry.ts'
import type { ModelContext } from './model-context.ts'
import type { ModelType } from './model-type.ts'
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
  const secret = (variable: string) => secretOf(env, variable, mask)
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

/** What may be the name of a variable. */
const VARIABLE = /^[A-Z_a-z][A-Z_a-z\d]*$/
/** What is rather a key that somebody wrote in its place: `hf_a1B2...`, `AKIA...`. */
const RATHER_A_KEY = /^(?=.*\d)(?:.*[a-z].*|[A-Z\d]{16,})$/

/** What the runner of a workflow has given to this program alone: its inputs, git's credentials, the job's own tokens. */
const RUNNERS_OWN = /^(?:INPUT_|GIT_CONFIG_|ACTIONS_)/i

function secretOf(env: ServicesOptions['env'], variable: string, mask: (value: string) => void): string {
  if (RUNNERS_OWN.test(variable)) {
    throw new UserError({
      what: `the environment variable ${variable} is the runner's own, and a config cannot have it sent anywhere`,
      hint: 'give the step a variable of another name (`env:`)',
    })
  }
  const value = env[variable]
  if (value !== undefined && value !== '') {
    mask(value)
    return value
  }
  if (!VARIABLE.test(variable) || RATHER_A_KEY.test(variable)) {
    mask(variable)
    throw new UserError({
      what: 'a model wants the name of an environment variable, and the config has something else there',
      hint: 'put the key into an environment variable and its name into the config; where it is a name, set that variable',
    })
  }
  throw new UserError({
    what: `the environment variable ${variable} is not set`,
    hint: 'set it for this command; in a workflow, give it to the step from a secret (`env:`)',
  })
}

import type { ChatRequest } from '../../src/models/chat.ts'
import type { ModelContext } from '../../src/models/model-context.ts'
import type {
  CallLimits,
  ModelIdentity,
  TextEmbedder,
  TextGenerator,
  TextScorer,
  Usage,
} from '../../src/models/raw-model.ts'
import { Recorder, type RecorderOptions } from '../../src/models/recorder.ts'
import { ModelStore } from '../../src/store/model-store.ts'

const identity: ModelIdentity = { provider: 'fake', model: 'm', parameters: {} }
const limits: CallLimits = { batch: 4, concurrency: 3 }

/** A context with a store in the folder, or none. */
export function contextOver(folder: string | null, options: RecorderOptions = {}, more: Partial<ModelContext> = {}) {
  const notices: string[] = []
  const notice = (line: string) => void notices.push(line)
  const store = folder === null ? undefined : new ModelStore({ folder, notice })
  const context: ModelContext = {
    name: 'mine',
    baseDirectory: '/',
    fetch: () => Promise.reject(new Error('no network')),
    secret: () => '',
    mask: () => {},
    calls: {},
    recorder: new Recorder({ store, ...options }),
    signal: new AbortController().signal,
    notice,
    ...more,
  }
  return { context, notices, recorder: context.recorder }
}

/** Two numbers that depend on the text, neither of length one. */
export function vectorOf(text: string): Float32Array {
  return Float32Array.of(text.length, text.charCodeAt(0) || 0)
}

type Embed = (texts: readonly string[]) => readonly Float32Array[] | Promise<readonly Float32Array[]>

/** An embedding model that remembers what it was asked. */
export function fakeEmbedder(embed: Embed = (texts) => texts.map(vectorOf), usage: Usage = {}) {
  const calls: string[][] = []
  const raw: TextEmbedder = {
    identity,
    limits,
    async embed(texts) {
      calls.push([...texts])
      return { vectors: await embed(texts), usage }
    },
  }
  return { raw, calls }
}

export function fakeScorer(score = (question: string, text: string) => question.length - text.length) {
  const calls: [string, readonly string[]][] = []
  const raw: TextScorer = {
    identity,
    limits,
    async score(question, texts) {
      calls.push([question, texts])
      return { scores: texts.map((text) => score(question, text)), usage: {} }
    },
  }
  return { raw, calls }
}

export function fakeGenerator(write = ({ prompt }: ChatRequest) => `answer to ${prompt}`) {
  const calls: ChatRequest[] = []
  const raw: TextGenerator = {
    identity,
    limits,
    async generate(request) {
      calls.push(request)
      return { text: write(request), usage: { inputTokens: 10, outputTokens: 20 } }
    },
  }
  return { raw, calls }
}

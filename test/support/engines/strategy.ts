import { onTestFinished } from 'vitest'
import { UserError } from '../../../src/errors.ts'
import { contentHash } from '../../../src/knowledge/content-hash.ts'
import type { Document, Ranking, Run } from '../../../src/model.ts'
import { retrieveRun } from '../../../src/retrieval/retrieve-run.ts'
import { strategyTypes } from '../../../src/strategies/registry.ts'
import type { BuildContext, Retriever, StrategyType } from '../../../src/strategies/strategy.ts'
import { contextOf } from '../../strategies/chunks.ts'

export interface Opened {
  readonly retriever: Retriever
  /** What was said to the person who waits; all of it is there once the retriever is closed. */
  readonly notices: string[]
}

export interface OpenOptions {
  readonly documents?: readonly Document[]
  readonly env?: Readonly<Record<string, string>>
  readonly context?: Partial<BuildContext>
  readonly signal?: AbortSignal
}

/** Documents `a.md`, `b.md`, ... of ten lines each. */
export const knowledge: readonly Document[] = ['a', 'b', 'c'].map((name) => documentOf(`${name}.md`))

export function documentOf(path: string): Document {
  const text = Array.from({ length: 10 }, (_, index) => `line ${index + 1} of ${path}`).join('\n')
  return { id: path, path, text, hash: contentHash(text) }
}

/** A strategy as a config describes it, built, and closed with the test. Throws what its schema refuses. */
export async function openStrategy(
  entry: { type: string } & Record<string, unknown>,
  options: OpenOptions = {},
): Promise<Opened> {
  const { type, ...settings } = entry
  const types: Readonly<Record<string, StrategyType<unknown>>> = strategyTypes
  const notices: string[] = []
  const { documents = knowledge, env = {} } = options
  const context: BuildContext = {
    ...contextOf([], options.signal),
    name: 'mine',
    documents: async () => documents,
    notice: (line) => void notices.push(line),
    secret: (name) => env[name] ?? missing(name),
    fetch,
    baseDirectory: process.cwd(),
    ...options.context,
  }
  const retriever = await types[type]!.build(types[type]!.schema.parse(settings), context)
  onTestFinished(async () => retriever.close?.())
  return { retriever, notices }
}

function missing(name: string): never {
  throw new UserError({ what: `the environment variable ${name} is not set` })
}

const never = new AbortController().signal

/** The answer to one question. */
export function ask({ retriever }: Opened, text = 'what is it?', k = 10, signal = never): Promise<Ranking> {
  return retriever.retrieve({ id: 'q1', text }, k, signal)
}

/** Why a question has no answer. */
export async function errorOf(opened: Opened, text?: string): Promise<string> {
  return ask(opened, text).then(
    ({ hits }) => {
      throw new Error(`it answered with ${hits.length} hits`)
    },
    (error: Error) => error.message,
  )
}

/** All of so many questions, as a run asks them. */
export function askAll({ retriever }: Opened, count: number, signal = never): Promise<Run> {
  const requests = Array.from({ length: count }, (_, index) => ({
    question: { id: `q${String(index + 1).padStart(2, '0')}`, text: `question ${index + 1}` },
    distinctDocuments: false,
  }))
  const { concurrency } = retriever.pace!
  return retrieveRun(retriever, requests, { depth: 10, concurrency, oneByOne: true, signal, progress: () => {} })
}

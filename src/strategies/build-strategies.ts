import type { ChunkingConfig } from '../knowledge/chunking.ts'
import type { Chunk } from '../model.ts'
import type { Memory } from '../store/memory.ts'
import type { BuildContext, Retriever, StrategyType } from './strategy.ts'

/** A named strategy of the config. */
export interface StrategyEntry {
  readonly type: string
  readonly chunking?: ChunkingConfig
  readonly settings: unknown
}

export interface BuildOptions {
  readonly types: Readonly<Record<string, StrategyType<unknown>>>
  /** The knowledge base, cut; called once a distinct chunking. */
  chunks(chunking?: ChunkingConfig): Promise<readonly Chunk[]>
  /** What earlier runs worked out of the documents under a chunking. */
  memory?(chunking?: ChunkingConfig): Memory | undefined
  readonly baseDirectory: string
  readonly signal: AbortSignal
  progress(name: string, done: number, total: number): void
}

export interface BuiltStrategy {
  readonly retriever: Retriever
  readonly external: boolean
  /** Everything that it or its parts can return; null where that is not known here. */
  readonly chunks: readonly Chunk[] | null
}

/** Builds every strategy of the config once, parts before what is made of them. Names and cycles are checked before. */
export async function buildStrategies(
  entries: Readonly<Record<string, StrategyEntry>>,
  options: BuildOptions,
): Promise<Map<string, BuiltStrategy>> {
  const built = new Map<string, Promise<BuiltStrategy>>()
  const build = (name: string): Promise<BuiltStrategy> => {
    const known = built.get(name)
    if (known !== undefined) return known
    const building = buildOne(name, entries[name]!, options, build)
    built.set(name, building)
    return building
  }
  const strategies = new Map<string, BuiltStrategy>()
  for (const name of Object.keys(entries)) strategies.set(name, await build(name))
  return strategies
}

async function buildOne(
  name: string,
  entry: StrategyEntry,
  options: BuildOptions,
  build: (name: string) => Promise<BuiltStrategy>,
): Promise<BuiltStrategy> {
  const type = options.types[entry.type]!
  const seen = new Set<readonly Chunk[]>()
  const parts = await Promise.all(type.parts(entry.settings).map(build))
  const context: BuildContext = {
    chunks: async (chunking = entry.chunking) => {
      const chunks = await options.chunks(chunking)
      seen.add(chunks)
      return chunks
    },
    name,
    part: async (part) => (await build(part)).retriever,
    partChunks: async (part) => (await build(part)).chunks,
    memory: options.memory?.(entry.chunking),
    baseDirectory: options.baseDirectory,
    signal: options.signal,
    progress: (done, total) => options.progress(name, done, total),
  }
  const retriever = await type.build(entry.settings, context)
  const external = type.external || parts.some((part) => part.external)
  for (const part of parts) if (part.chunks !== null) seen.add(part.chunks)
  return { retriever, external, chunks: external ? null : together([...seen]) }
}

function together(lists: readonly (readonly Chunk[])[]): readonly Chunk[] {
  return lists.length === 1 ? lists[0]! : lists.flat()
}

import { UserError } from '../errors.ts'
import type { ChunkingConfig } from '../knowledge/chunking.ts'
import type { Chunk, Document } from '../model.ts'
import { ModelFailure } from '../models/model-failure.ts'
import type { Services } from '../models/services.ts'
import type { Memory } from '../store/memory.ts'
import { type IndexCost, type OwnCost, wholeCost } from './index-cost.ts'
import type { LoadReport } from './loading/load-report.ts'
import { mergingRetriever } from './merge-adjacent.ts'
import { slowestPace } from './slowest-pace.ts'
import { Stopwatch } from './stopwatch.ts'
import type { BuildContext, Pace, Retriever, StrategyType } from './strategy.ts'

/** A named strategy of the config. */
export interface StrategyEntry {
  readonly type: string
  readonly chunking?: ChunkingConfig
  /** Neighbouring hits of one document are handed out as one. */
  readonly merge?: 'adjacent'
  readonly settings: unknown
}

export interface BuildOptions {
  readonly types: Readonly<Record<string, StrategyType<unknown>>>
  /** The same, for what is built over other chunks than the knowledge base's (`partOver`); `types` unless given. */
  readonly typesOver?: Readonly<Record<string, StrategyType<unknown>>>
  /** The knowledge base, cut; called once a distinct chunking. */
  chunks(chunking?: ChunkingConfig): Promise<readonly Chunk[]>
  /** The knowledge base, whole. */
  readonly documents: readonly Document[]
  /** What earlier runs worked out of the documents under a chunking. */
  memory?(chunking?: ChunkingConfig): Memory | undefined
  readonly services: Services
  readonly baseDirectory: string
  /** Where the user's packages are installed; `baseDirectory` unless given. */
  readonly workspace?: string | undefined
  readonly signal: AbortSignal
  progress(name: string, done: number, total: number): void
  /** Told when the knowledge base is in the engine of a strategy. */
  loaded?(name: string, report: LoadReport): void
  /** Milliseconds; without it nothing is timed. */
  clock?(): number
}

export interface BuiltStrategy {
  readonly retriever: Retriever
  readonly external: boolean
  /** How it is asked, where it or a part of it is external and says so. */
  readonly pace?: Pace
  /** Everything that it or its parts can return; null where that is not known here. */
  readonly chunks: readonly Chunk[] | null
  /** Names of the strategies that it is made of. */
  readonly parts: readonly string[]
  /** Neighbours among the chunks are handed out as one hit. */
  readonly merges: boolean
  /** Of its own index and those of its parts. */
  readonly index: IndexCost
}

/** A strategy as others are made of it: its hits are chunks, merged or not. */
interface Part extends Omit<BuiltStrategy, 'index'> {
  readonly unmerged: Retriever
  readonly cost: OwnCost
}

/** Builds every strategy of the config once, parts before what is made of them. Names and cycles are checked before. */
export async function buildStrategies(
  entries: Readonly<Record<string, StrategyEntry>>,
  options: BuildOptions,
): Promise<Map<string, BuiltStrategy>> {
  const building = new Map<string, Promise<Part>>()
  const build = (name: string): Promise<Part> => {
    const known = building.get(name)
    if (known !== undefined) return known
    const part = buildOne(name, entries, options, build)
    building.set(name, part)
    return part
  }
  const built = new Map<string, Part>()
  try {
    for (const name of Object.keys(entries)) built.set(name, await build(name))
  } catch (error) {
    // What is open would keep the process from ending.
    const parts = await Promise.allSettled(building.values())
    const open = parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value.unmerged] : []))
    await Promise.allSettled(open.map(async (retriever) => retriever.close?.()))
    throw error
  }
  return new Map(
    Array.from(built, ([name, { unmerged: _, cost: __, ...strategy }]) => {
      return [name, { ...strategy, index: wholeCost(name, (one) => built.get(one)!.cost) }]
    }),
  )
}

async function buildOne(
  name: string,
  entries: Readonly<Record<string, StrategyEntry>>,
  options: BuildOptions,
  build: (name: string) => Promise<Part>,
): Promise<Part> {
  const entry = entries[name]!
  const type = options.types[entry.type]!
  const seen = new Set<readonly Chunk[]>()
  const names = type.parts(entry.settings)
  const parts: Part[] = []
  // One after another, so that each is timed alone.
  for (const part of names) parts.push(await build(part))
  const clock = new Stopwatch(options.clock)
  // What a part over made texts asks of models is put down to the strategy that made them.
  const services = options.services.usedBy?.(name) ?? options.services
  const context: BuildContext = {
    ...services,
    chunks: async (chunking = entry.chunking) => {
      const chunks = await clock.apart(() => options.chunks(chunking))
      seen.add(chunks)
      return chunks
    },
    name,
    documents: async () => options.documents,
    part: async (part) => (await build(part)).unmerged,
    partOver: (part, chunks) => {
      const progress: BuildOptions['progress'] = (one, done, total) => options.progress(`${name}, ${one}`, done, total)
      return buildOver(part, chunks, entries, { ...options, services, progress })
    },
    partChunks: async (part) => (await build(part)).chunks,
    memory: options.memory?.(entry.chunking),
    baseDirectory: options.baseDirectory,
    workspace: options.workspace,
    signal: options.signal,
    progress: (done, total) => options.progress(name, done, total),
    loaded: (report) => options.loaded?.(name, report),
  }
  const unmerged = await type.build(entry.settings, context).catch(asStop)
  const milliseconds = clock.elapsed()
  const external = type.external || parts.some((part) => part.external)
  for (const part of parts) if (part.chunks !== null) seen.add(part.chunks)
  const isKnown = !type.external || type.loads?.(entry.settings) === true
  const chunks = isKnown && parts.every((part) => part.chunks !== null) ? together([...seen]) : null
  const merges = entry.merge === 'adjacent'
  const pace = slowestPace([unmerged.pace, ...parts.map((part) => part.pace)])
  return {
    ...(pace === undefined ? {} : { pace }),
    retriever: merges ? mergingRetriever(unmerged, chunks) : unmerged,
    unmerged,
    external,
    chunks,
    parts: names,
    merges,
    cost: { parts: names, size: unmerged.size?.(), milliseconds },
  }
}

/** A strategy that cannot be built ends the run. */
function asStop(error: unknown): never {
  if (!(error instanceof ModelFailure)) throw error
  const hint = 'nothing is lost: what was answered is in the model store, and the next run goes on from there'
  throw new UserError({ hint, ...error.explanation })
}

function together(lists: readonly (readonly Chunk[])[]): readonly Chunk[] {
  return lists.length === 1 ? lists[0]! : lists.flat()
}

/** A strategy and what it is made of, over other chunks; nothing of it is remembered, and all of it is closed with it. */
async function buildOver(
  name: string,
  chunks: readonly Chunk[],
  entries: Readonly<Record<string, StrategyEntry>>,
  options: BuildOptions,
): Promise<Retriever> {
  const { memory: _, clock: __, typesOver: types = options.types, ...rest } = options
  const needed = new Set([name])
  for (const one of needed) {
    const { type, settings } = entries[one]!
    for (const part of types[type]!.parts(settings)) needed.add(part)
  }
  const own = Object.fromEntries(Array.from(needed, (one) => [one, entries[one]!]))
  const built = await buildStrategies(own, { ...rest, types, chunks: async () => chunks })
  const closes = Array.from(built.values(), ({ retriever }) => retriever.close?.bind(retriever))
  const close = async () => void (await Promise.allSettled(closes.map(async (one) => one?.())))
  // Nobody else has it; and it may be of a class, whose methods no copy would have.
  return Object.assign(built.get(name)!.retriever, { close })
}

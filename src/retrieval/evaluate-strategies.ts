import type { Run } from '../model.ts'
import {
  type BuildOptions,
  type BuiltStrategy,
  buildStrategies,
  type StrategyEntry,
} from '../strategies/build-strategies.ts'
import { measureInTurns, type Timed } from './measure-latency.ts'
import { type RetrievalRequest, retrieveRun } from './retrieve-run.ts'

export interface EvaluateOptions extends BuildOptions, TimingOptions {
  readonly depth: number
}

export interface TimingOptions {
  /** Whether latency is measured at all. */
  readonly timing: boolean
  readonly signal: AbortSignal
  now(): number
}

/** Strategies over a knowledge base, and what they are asked. */
export interface Side extends BuildOptions {
  readonly entries: Readonly<Record<string, StrategyEntry>>
  readonly requests: readonly RetrievalRequest[]
  readonly depth: number
  /** Throws what an error while building is to be reported as. */
  onError?(error: unknown): never
}

export interface StrategyRun extends Pick<BuiltStrategy, 'external' | 'chunks'> {
  readonly name: string
  readonly run: Run
  /** Milliseconds of single queries. */
  readonly latency: readonly number[]
}

type Built = ReadonlyMap<string, BuiltStrategy>
type Runs = ReadonlyMap<string, Run>

/** Questions under way at once at an external retriever. */
const EXTERNAL_CONCURRENCY = 4

/** Builds every strategy, asks it every question, and times some of them. Retrievers are closed whatever happens. */
export async function evaluateStrategies(
  entries: Readonly<Record<string, StrategyEntry>>,
  requests: readonly RetrievalRequest[],
  options: EvaluateOptions,
): Promise<StrategyRun[]> {
  const [runs] = await evaluateSides([{ ...options, entries, requests }], options)
  return runs!
}

/** The same for several knowledge bases in one process, the strategies of one name timed in turns. */
export async function evaluateSides(sides: readonly Side[], options: TimingOptions): Promise<StrategyRun[][]> {
  const built: Built[] = []
  try {
    for (const side of sides) built.push(await buildStrategies(side.entries, side).catch(side.onError))
    const runs: Runs[] = []
    for (const [index, side] of sides.entries()) runs.push(await runAll(built[index]!, side))
    const latencies = options.timing ? await timeSides(sides, built, runs, options) : sides.map(() => new Map())
    return built.map((strategies, side) =>
      Array.from(strategies, ([name, { external, chunks }]) => {
        const run = runs[side]!.get(name)!
        return { name, run, latency: latencies[side]!.get(name) ?? [], external, chunks }
      }),
    )
  } finally {
    const strategies = built.flatMap((one) => [...one.values()])
    await Promise.allSettled(strategies.map(async ({ retriever }) => retriever.close?.()))
  }
}

async function runAll(built: Built, { requests, depth, signal, ...side }: Side): Promise<Runs> {
  const runs = new Map<string, Run>()
  for (const [name, { retriever, external }] of built) {
    const progress = (done: number, total: number) => side.progress(name, done, total)
    runs.set(
      name,
      await retrieveRun(retriever, requests, { depth, concurrency: concurrencyOf(external), signal, progress }),
    )
  }
  return runs
}

/** By side and strategy: milliseconds of single queries. */
async function timeSides(
  sides: readonly Side[],
  built: readonly Built[],
  runs: readonly Runs[],
  options: TimingOptions,
) {
  const latencies = sides.map(() => new Map<string, readonly number[]>())
  for (const name of new Set(built.flatMap((strategies) => [...strategies.keys()]))) {
    const having = [...sides.keys()].filter((side) => built[side]!.has(name))
    const k = Math.max(...having.map((side) => sides[side]!.depth))
    const external = having.some((side) => built[side]!.get(name)!.external)
    const timed = having.map((side): Timed => {
      const { rankings } = runs[side]!.get(name)!
      const questions = sides[side]!.requests.map(({ question }) => question).filter(({ id }) => rankings.has(id))
      return { retriever: built[side]!.get(name)!.retriever, questions }
    })
    const durations = await measureInTurns(timed, { ...options, k, concurrency: concurrencyOf(external) })
    for (const [turn, side] of having.entries()) latencies[side]!.set(name, durations[turn]!)
  }
  return latencies
}

function concurrencyOf(external: boolean): number {
  return external ? EXTERNAL_CONCURRENCY : 1
}

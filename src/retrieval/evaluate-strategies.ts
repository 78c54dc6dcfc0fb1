import type { Question, Run } from '../model.ts'
import {
  type BuildOptions,
  type BuiltStrategy,
  buildStrategies,
  type StrategyEntry,
} from '../strategies/build-strategies.ts'
import { slowestPace } from '../strategies/slowest-pace.ts'
import type { Pace } from '../strategies/strategy.ts'
import { measureInTurns, type Timed } from './measure-latency.ts'
import { measuredTexts } from './measured-texts.ts'
import { type RetrievalRequest, retrieveRun } from './retrieve-run.ts'

export interface EvaluateOptions extends BuildOptions, TimingOptions {
  readonly depth: number
}

export interface TimingOptions {
  /** Whether anything is measured. */
  readonly timing: boolean
  /** Whether latency is measured, beside what the questions take; as `timing` unless given. */
  readonly latency?: boolean
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

export interface StrategyRun extends Omit<BuiltStrategy, 'retriever'> {
  readonly name: string
  readonly run: Run
  /** Milliseconds of single queries. */
  readonly latency: readonly number[]
  /** Question id -> milliseconds that its ranking took; empty where nothing was measured. */
  readonly spent: ReadonlyMap<string, number>
}

type Built = ReadonlyMap<string, BuiltStrategy>
type Runs = ReadonlyMap<string, Asked>

/** What a strategy found, and question id -> milliseconds. */
interface Asked {
  readonly run: Run
  readonly spent: ReadonlyMap<string, number>
}

/** Questions under way at once at an external retriever that states no pace of its own. */
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
    for (const side of sides)
      built.push(await buildStrategies(side.entries, timedBy(side, options)).catch(side.onError))
    const runs: Runs[] = []
    for (const [index, side] of sides.entries()) runs.push(await runAll(built[index]!, side, options))
    const { timing, latency = timing } = options
    const latencies = latency ? await timeSides(sides, built, runs, options) : sides.map(() => new Map())
    return built.map((strategies, side) =>
      Array.from(strategies, ([name, { retriever: _, ...strategy }]) => {
        const asked = runs[side]!.get(name)!
        return { name, ...asked, latency: latencies[side]!.get(name) ?? [], ...strategy }
      }),
    )
  } finally {
    const strategies = built.flatMap((one) => [...one.values()])
    await Promise.allSettled(strategies.map(async ({ retriever }) => retriever.close?.()))
  }
}

function timedBy(side: Side, { timing, now }: TimingOptions): Side {
  return timing ? { ...side, clock: now } : side
}

async function runAll(
  built: Built,
  { requests, depth, signal, ...side }: Side,
  { timing, now }: TimingOptions,
): Promise<Runs> {
  const runs = new Map<string, Asked>()
  // Copies: what parts remember of them goes with them.
  const asked = requests.map(({ question, ...request }) => ({ ...request, question: { ...question } }))
  for (const [name, { retriever, external, pace, chunks }] of built) {
    const progress = (done: number, total: number) => side.progress(name, done, total)
    const spent = new Map<string, number>()
    const timer = { now, spent: ({ id }: Question, time: number) => spent.set(id, (spent.get(id) ?? 0) + time) }
    const wide = !external && chunks !== null && new Set(chunks.map(({ document }) => document)).size < chunks.length
    const how = { depth, wide, concurrency: concurrencyOf(external, pace), oneByOne: external, signal, progress }
    const options = { ...how, ...(timing ? { timer } : {}) }
    const run = await retrieveRun(retriever, asked, options)
    runs.set(name, { run: external ? measuredTexts(run) : run, spent })
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
      const { rankings } = runs[side]!.get(name)!.run
      const questions = sides[side]!.requests.map(({ question }) => question).filter(({ id }) => rankings.has(id))
      return { retriever: built[side]!.get(name)!.retriever, questions }
    })
    const pace = slowestPace(having.map((side) => built[side]!.get(name)!.pace))
    const how = { ...options, k, concurrency: concurrencyOf(external, pace) }
    const durations = await measureInTurns(timed, pace === undefined ? how : { ...how, warmUp: pace.warmUp })
    for (const [turn, side] of having.entries()) latencies[side]!.set(name, durations[turn]!)
  }
  return latencies
}

/** How many questions are asked at once. */
export function concurrencyOf(external: boolean, pace?: Pace): number {
  return external ? (pace?.concurrency ?? EXTERNAL_CONCURRENCY) : 1
}

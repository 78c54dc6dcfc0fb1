import type { Question } from '../model.ts'
import type { Retriever } from '../strategies/strategy.ts'

export interface LatencyOptions {
  readonly k: number
  /** 1 for in-memory strategies, the stated concurrency for external ones. */
  readonly concurrency: number
  /** Questions asked before, which do not count; 5 unless given. */
  readonly warmUp?: number
  readonly signal: AbortSignal
  now(): number
}

/** A retriever and what it is asked. */
export interface Timed {
  readonly retriever: Retriever
  readonly questions: readonly Question[]
}

const SAMPLE = 50
const WARM_UP = 5

/**
 * Durations of single queries in milliseconds, measured apart from the batches that make the rankings: up to 50
 * questions, evenly spaced over the set, after a warm-up that does not count. A question that errs has no duration.
 * Throws only when the signal is aborted.
 */
export async function measureLatency(
  retriever: Retriever,
  questions: readonly Question[],
  options: LatencyOptions,
): Promise<number[]> {
  const [durations] = await measureInTurns([{ retriever, questions }], options)
  return durations!
}

/**
 * The same for several retrievers in turns, so that whatever else the machine does slows all of them alike: question by
 * question, each time in the other order. They are asked the same questions where they share enough of them.
 */
export async function measureInTurns(timed: readonly Timed[], options: LatencyOptions): Promise<number[][]> {
  const samples = timed.map(({ questions }) => evenlySpaced(shared(questions, timed), SAMPLE))
  await timeAll(
    timed,
    samples.map((sample) => sample.slice(0, options.warmUp ?? WARM_UP)),
    options,
  )
  return timeAll(timed, samples, options)
}

/** The questions that all are asked; a retriever's own where those are too few for a sample. */
function shared(questions: readonly Question[], timed: readonly Timed[]): readonly Question[] {
  if (timed.length === 1) return questions
  const sets = timed.map((one) => new Set(one.questions.map(({ text }) => text)))
  const common = questions.filter(({ text }) => sets.every((set) => set.has(text)))
  return common.length >= Math.min(SAMPLE, questions.length / 2) ? common : questions
}

function evenlySpaced<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!)
}

async function timeAll(
  timed: readonly Timed[],
  samples: readonly (readonly Question[])[],
  options: LatencyOptions,
): Promise<number[][]> {
  const durations: number[][] = timed.map(() => [])
  const longest = Math.max(...samples.map(({ length }) => length))
  const turns = [...timed.keys()]
  for (let start = 0; start < longest; start += options.concurrency) {
    for (const side of turns) {
      const together = samples[side]!.slice(start, start + options.concurrency)
      const times = await Promise.all(together.map((question) => time(timed[side]!.retriever, question, options)))
      durations[side]!.push(...times.filter((duration) => duration !== null))
    }
    turns.reverse()
  }
  return durations
}

async function time(retriever: Retriever, question: Question, options: LatencyOptions): Promise<number | null> {
  // A question that nobody has seen: what its parts found for others is not to be had for nothing.
  const asked = { ...question }
  const start = options.now()
  try {
    await retriever.retrieve(asked, options.k, options.signal)
  } catch {
    options.signal.throwIfAborted()
    return null
  }
  return options.now() - start
}

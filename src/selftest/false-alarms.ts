import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { Verdict } from '../gate/verdict.ts'
import { Random } from '../statistics/random.ts'
import type { Answer, Side, StrategySide } from './answer.ts'
import { cellName } from './cell-name.ts'
import { decideSides } from './decide-sides.ts'
import { mutate, replaceStrategies } from './mutate.ts'
import { shuffleTop } from './mutations/shuffle-top.ts'
import { Noticed } from './noticed.ts'
import type { SelftestOptions } from './selftest-options.ts'
import { type Share, shareOf } from './share.ts'
import { TestBench } from './test-bench.ts'

export interface FalseAlarms {
  /** Which two runs were exchanged at random. */
  readonly pair: string
  /** All of them together: not green. */
  readonly gate: Share
  readonly rules: Readonly<Record<string, Share>>
  /** What each rule can see, in words, planned with the differences between the two. */
  readonly power: Readonly<Record<string, string>>
}

/** Share of the questions that differ where there is only one strategy to compare with itself. */
const SHUFFLED = 0.5
const TRIALS_A_TURN = 20

/**
 * How often each `maxDrop` rule says that something is wrong when there is nothing to find: base and head of two real,
 * different runs are exchanged by a coin flip per question (or cluster), so that neither side is better. Rules that hold
 * head alone against a limit, and pinned questions, compare nothing and are left out.
 */
export async function falseAlarms(report: EvaluationReport, options: SelftestOptions): Promise<FalseAlarms> {
  const bench = new TestBench(onlyComparing(report))
  const { seed, trials, progress, pause } = options
  const { other, pair } = otherRun(bench, seed)
  const random = new Random(`${seed} exchange`)
  const noticed = new Noticed()
  let power: FalseAlarms['power'] = {}
  for (let trial = 1; trial <= trials; trial++) {
    const turned = coins(bench, random)
    const base = exchanged(bench, other, bench.side, turned)
    const head = exchanged(bench, bench.side, other, turned)
    const verdict = decideSides(bench, base, head, seed)
    noticed.add(verdict)
    if (trial === 1) power = powerOf(verdict)
    progress('false alarms', trial, trials)
    if (trial % TRIALS_A_TURN === 0) await pause()
  }
  const rules = [...noticed.rules].map(([name, count]) => [name, shareOf(count, trials)])
  return { pair, gate: shareOf(noticed.gate, trials), rules: Object.fromEntries(rules), power }
}

/** Trading sides turns signs and leaves the size of the differences as it is: one exchange tells about as much as all. */
function powerOf({ results }: Verdict): Record<string, string> {
  const seen = results.flatMap((one) => (one.evidence === null ? [] : [[cellName(one), one.evidence.power]]))
  return Object.fromEntries(seen)
}

function onlyComparing(report: EvaluationReport): EvaluationReport {
  const rules = report.gate.rules
    .filter(({ maxDrop }) => maxDrop !== undefined)
    .map(({ min: _, max: __, maxRatio: ___, ...rule }) => rule)
  const queries = Object.entries(report.queries).map(([id, { pinned: _, ...query }]) => [id, query])
  return { ...report, gate: { ...report.gate, rules }, queries: Object.fromEntries(queries) }
}

/** Each strategy against the next one of the config, or, alone, against itself with half of the top tens shuffled. */
function otherRun(bench: TestBench, seed: string): { other: Side; pair: string } {
  const names = [...bench.side.keys()]
  if (names.length < 2) {
    return {
      other: mutate(bench, shuffleTop, SHUFFLED, seed),
      pair: `${names[0]} and itself, half of the top tens shuffled`,
    }
  }
  const next = new Map(names.map((name, turn) => [name, names[(turn + 1) % names.length]!]))
  return {
    other: replaceStrategies(bench, next),
    pair: bench.strategies.map((name) => `${name} and ${next.get(name)}`).join('; '),
  }
}

/** The questions that trade sides: the same coin in every strategy, and for all questions of a cluster. */
function coins({ queries, report }: TestBench, random: Random): ReadonlySet<string> {
  const coins = new Map<string, boolean>()
  return new Set(
    queries.filter((id) => {
      const cluster = report.queries[id]!.cluster
      const key = cluster === undefined ? `query ${id}` : `cluster ${cluster}`
      const coin = coins.get(key) ?? random.index(2) === 1
      coins.set(key, coin)
      return coin
    }),
  )
}

/** One side, with the other's answers to the questions that trade. */
function exchanged(bench: TestBench, own: Side, other: Side, turned: ReadonlySet<string>): Side {
  return new Map(
    bench.strategies.map((name): [string, StrategySide] => {
      const [left, right] = [own.get(name)!, other.get(name)!]
      const answers = new Map<string, Answer>()
      const errors = new Map<string, string>()
      for (const id of bench.queries) {
        const from = turned.has(id) ? right : left
        const answer = from.answers.get(id)
        if (answer !== undefined) answers.set(id, answer)
        else if (from.errors.has(id)) errors.set(id, from.errors.get(id)!)
      }
      return [name, { minScore: left.minScore, answers, errors }]
    }),
  )
}

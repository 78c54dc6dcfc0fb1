import { gatedStrategies } from '../gate/gated-strategies.ts'
import type { RuleResult, Verdict } from '../gate/verdict.ts'
import type { Side } from './answer.ts'
import { cellName } from './cell-name.ts'
import { decideSides } from './decide-sides.ts'
import { mutate, replaceStrategies } from './mutate.ts'
import { mutations } from './mutations.ts'
import { Noticed } from './noticed.ts'
import type { SelftestOptions } from './selftest-options.ts'
import type { TestBench } from './test-bench.ts'

/** One mutation at one strength: how often the gate and each rule noticed. */
export interface Caught {
  readonly strength: number
  readonly description: string
  /** The rule and strategy that `change` is of: the first drop rule that can fail; null without any. */
  readonly measure: string | null
  /** Mean change of its metric. */
  readonly change: number | null
  readonly gate: number
  readonly rules: Readonly<Record<string, number>>
}

export interface MutationResult {
  readonly mutation: string
  readonly strengths: readonly Caught[]
  /** The strength from which on it was caught 80 % of the time, for the gate and by rule; null where there is none. */
  readonly smallest: number | null
  readonly smallestByRule: Readonly<Record<string, number | null>>
}

const STRENGTHS = [0.02, 0.05, 0.1, 0.2, 0.4]
const OFTEN = 0.8

/** How small a loss the gate still notices, by making losses. */
export async function caughtMutations(bench: TestBench, options: SelftestOptions): Promise<MutationResult[]> {
  const results: MutationResult[] = []
  const kinds = Object.entries(mutations)
  for (const [name, mutation] of kinds) {
    const strengths: Caught[] = []
    for (const strength of STRENGTHS) {
      const seeds = Array.from({ length: options.repeats }, (_, turn) => `${options.seed} ${name} ${strength} ${turn}`)
      const heads = seeds.map((seed) => () => mutate(bench, mutation, strength, seed))
      strengths.push(await caught(bench, heads, { strength, description: mutation.describe(strength) }, options))
      options.progress('losses', results.length * STRENGTHS.length + strengths.length, kinds.length * STRENGTHS.length)
    }
    results.push(summed(name, strengths))
  }
  return [...results, ...(await replacements(bench, options))]
}

/** One strategy in place of another; nothing is drawn, so once is enough. */
async function replacements(bench: TestBench, options: SelftestOptions): Promise<MutationResult[]> {
  const { report } = bench
  const results: MutationResult[] = []
  for (const one of gatedStrategies({ rules: report.gate.rules, head: report })) {
    for (const other of bench.side.keys()) {
      if (other === one) continue
      const description = `${other} in place of ${one}`
      const head = () => replaceStrategies(bench, new Map([[one, other]]))
      const result = await caught(bench, [head], { strength: 1, description, strategy: one }, options)
      results.push(summed(description, [result]))
    }
  }
  return results
}

interface Loss {
  readonly strength: number
  readonly description: string
  /** The strategy that it is about, where it is about one. */
  readonly strategy?: string
}

async function caught(
  bench: TestBench,
  heads: readonly (() => Side)[],
  { strategy, ...loss }: Loss,
  { seed, pause }: SelftestOptions,
): Promise<Caught> {
  const noticed = new Noticed()
  const changes: number[] = []
  let measure: string | null = null
  for (const head of heads) {
    const verdict = decideSides(bench, bench.side, head(), seed)
    noticed.add(verdict)
    const measured = measuredBy(verdict, strategy ?? bench.report.primary)
    measure = measured === undefined ? measure : cellName(measured)
    if (measured?.change != null) changes.push(measured.change)
    await pause()
  }
  const shares = [...noticed.rules].map(([name, count]) => [name, count / heads.length])
  return {
    ...loss,
    measure,
    change: changes.length === 0 ? null : changes.reduce((sum, change) => sum + change, 0) / changes.length,
    gate: noticed.gate / heads.length,
    rules: Object.fromEntries(shares),
  }
}

function measuredBy({ results }: Verdict, strategy: string | null): RuleResult | undefined {
  const drops = results.filter(({ rule, change }) => rule.maxDrop !== undefined && change !== null)
  const preferred = drops.filter((result) => result.strategy === strategy)
  const candidates = preferred.length > 0 ? preferred : drops
  return candidates.find(({ rule }) => rule.level === 'fail') ?? candidates[0]
}

function summed(mutation: string, strengths: readonly Caught[]): MutationResult {
  const smallestOf = (shareOf: (caught: Caught) => number) => {
    const last = strengths.findLastIndex((one) => shareOf(one) < OFTEN)
    return strengths[last + 1]?.strength ?? null
  }
  const rules = Object.keys(strengths[0]?.rules ?? {})
  return {
    mutation,
    strengths,
    smallest: smallestOf(({ gate }) => gate),
    smallestByRule: Object.fromEntries(rules.map((rule) => [rule, smallestOf((one) => one.rules[rule] ?? 0)])),
  }
}

import { UserError } from '../errors.ts'
import type { Config, RuleConfig } from './config.ts'
import { deepFreeze } from './freeze.ts'

/** What flags and the Action's inputs may set over the config; `undefined` leaves the config as it is. */
export interface Overrides {
  /** The `maxDrop` of the `ndcg@10` rules that have one. */
  readonly threshold?: number | undefined
  readonly baseline?: string | undefined
  readonly out?: string | undefined
  readonly seed?: string | undefined
  readonly split?: 'dev' | 'test' | undefined
}

const THRESHOLD_METRIC = 'ndcg@10'

/** The config with the overrides in it. Throws `UserError` where the threshold is no drop or there is no rule to take it. */
export function applyOverrides(config: Config, overrides: Overrides): Config {
  const { threshold, baseline = config.baseline, out: output = config.output, seed = config.seed } = overrides
  const split = overrides.split ?? config.split
  const gate = threshold === undefined ? config.gate : withThreshold(config.gate, threshold)
  return deepFreeze({ ...config, gate, baseline, output, seed, ...(split !== undefined && { split }) })
}

function withThreshold(gate: readonly RuleConfig[], threshold: number): RuleConfig[] {
  if (!(threshold >= 0 && threshold < 1))
    throw new UserError({
      what: 'the threshold is not a drop of ndcg@10',
      expected: 'a number from 0 to below 1, for example 0.02',
      found: String(threshold),
    })
  if (!gate.some(takesThreshold))
    throw new UserError({
      what: 'no rule of the config takes the threshold',
      expected: 'a rule with `metric: ndcg@10` and `maxDrop`',
      hint: 'set `maxDrop` in the config instead',
    })
  return gate.map((rule) => (takesThreshold(rule) ? { ...rule, maxDrop: { absolute: threshold } } : rule))
}

function takesThreshold(rule: RuleConfig): boolean {
  return rule.metric === THRESHOLD_METRIC && rule.maxDrop !== undefined
}

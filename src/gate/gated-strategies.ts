import type { GateInput } from './gate-input.ts'

/** The strategies that a fail-level rule is about, in the config's order; without any such rule, what ships, or all. */
export function gatedStrategies({ rules, head }: Pick<GateInput, 'rules' | 'head'>): string[] {
  const all = Object.keys(head.strategies)
  const named = new Set(rules.filter((rule) => rule.level === 'fail').flatMap((rule) => rule.strategies))
  const shipped = head.primary === null ? all : [head.primary]
  return all.filter((name) => (named.size > 0 ? named.has(name) : shipped.includes(name)))
}

import type { Outcome } from './report.ts'

/** Names of the strategies as reports list them: the primary one first, then the config's order. */
export function strategyOrder({ report }: Outcome): readonly string[] {
  const names = Object.keys(report.strategies)
  const { primary } = report
  return primary === null || !names.includes(primary) ? names : [primary, ...names.filter((name) => name !== primary)]
}

import { quotedFew } from './quoted.ts'
import type { Outcome } from './report.ts'

/** Some of the run's strategies, in few words: "`dense`, `hyde` and 5 more", or "all 7 strategies". */
export function strategiesNamed({ report }: Outcome, names: readonly string[], most = 2): string {
  const all = Object.keys(report.strategies)
  if (names.length > most && all.every((name) => names.includes(name))) return `all ${all.length} strategies`
  return quotedFew(names, most)
}

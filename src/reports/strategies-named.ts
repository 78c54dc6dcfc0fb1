import { quotedList } from './quoted.ts'
import type { Outcome } from './report.ts'

/** Some of the run's strategies, in few words: "`dense`, `hyde` and 5 more", or "all 7 strategies". */
export function strategiesNamed({ report }: Outcome, names: readonly string[], most = 2): string {
  const all = Object.keys(report.strategies)
  if (names.length > most && all.every((name) => names.includes(name))) return `all ${all.length} strategies`
  // "and 1 more" takes the place of a name and says less.
  return quotedList(names, names.length === most + 1 ? names.length : most)
}

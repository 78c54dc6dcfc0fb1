import type { Outcome } from '../reports/report.ts'
import { visibleText } from '../reports/visible-text.ts'

/** A verdict in one line: `fail: bm25 ndcg@10 0.712 → 0.655 (−0.057, allowed −0.020)`. */
export function verdictLine({ verdict }: Pick<Outcome, 'verdict'>): string {
  return `${verdict.status}: ${visibleText(verdict.headline.replaceAll('`', ''))}\n`
}

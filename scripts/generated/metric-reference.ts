import type { MetricFamily } from '../../src/metrics/metric.ts'
import { markdownTable } from './markdown-table.ts'

/** Every metric as a table: how it is written, what it says, its range and direction, whom it is about, what it follows. */
export function metricReference(families: readonly MetricFamily[]): string {
  return markdownTable(
    ['metric', 'what it says', 'range', 'better', 'questions', 'follows'],
    families.map((family) => [
      family.form
        .split(' or ')
        .map((form) => `\`${form}\``)
        .join(', '),
      family.summary,
      rangeOf(family),
      family.higherIsBetter ? 'higher' : 'lower',
      family.kind === 'timing' ? 'the timed ones' : family.population,
      family.source,
    ]),
  )
}

function rangeOf({ range: [low, high] }: MetricFamily): string {
  return high === Number.POSITIVE_INFINITY ? `${low} and up` : `${low} to ${high}`
}

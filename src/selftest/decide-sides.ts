import type { EvaluationReport } from '../baseline/report-schema.ts'
import { decide } from '../gate/decide.ts'
import type { Verdict } from '../gate/verdict.ts'
import { parseMetric } from '../metrics/parse-metric.ts'
import type { Side } from './answer.ts'
import { compareSides } from './compare-sides.ts'
import { headReport } from './head-report.ts'
import type { TestBench } from './test-bench.ts'

/** What the gate says of two sides of the same questions, judgments and documents. */
export function decideSides(bench: TestBench, base: Side, head: Side, seed: string): Verdict {
  const { report, queries } = bench
  return decide({
    rules: report.gate.rules,
    maxErrors: report.gate.maxErrors,
    head: headReport(bench, head),
    base: report,
    comparison: {
      base: { label: 'selftest', commit: null, source: 'selftest' },
      queries: { ...NO_CHANGES, shared: queries, baseTotal: queries.length },
      uncarried: [],
      carriedTotal: 0,
      strategies: compareSides(bench, base, head),
      missingStrategies: [],
      newStrategies: [],
    },
    baselineNote: 'a comparison made up by the selftest',
    comparableLatency: null,
    seed,
    ...(decidesByP(report) ? {} : { flips: 0 }),
    metricOf: parseMetric,
  })
}

const NO_CHANGES = { added: [], removed: [], reworded: [], rejudged: [], pinnedRemoved: [], texts: {} }

function decidesByP({ gate }: EvaluationReport): boolean {
  return gate.rules.some(({ confidence }) => confidence === 'require')
}

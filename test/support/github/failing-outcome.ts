import type { EvaluationReport } from '../../../src/baseline/report-schema.ts'
import type { QueryChange } from '../../../src/comparison/comparison.ts'
import type { Verdict } from '../../../src/gate/verdict.ts'
import type { Outcome } from '../../../src/reports/report.ts'

/** As much of an outcome as the GitHub side looks at, with these queries broken. */
export function failingOutcome(broke: readonly string[]): Outcome {
  const queries = Object.fromEntries(
    broke.map((id, index) => [id, { text: `What is ${id}?`, judgments: [], line: index + 1 }]),
  )
  const judgment = { id: 'docs/a.md', target: { kind: 'file' as const, path: 'docs/a.md' }, grade: 1 }
  const changes = broke.map(
    (id): QueryChange => ({
      id,
      text: `What is ${id}?`,
      kind: 'broke',
      pinned: false,
      base: 1,
      now: 0,
      difference: -1,
      expected: [{ judgment, baseRank: 2, nowRank: null, deleted: false }],
      fellOut: [],
      cameIn: [],
    }),
  )
  return {
    report: {
      name: 'docs',
      evalSet: { path: 'eval.jsonl', format: 'native', queries: broke.length },
      queries,
    } as Partial<EvaluationReport> as EvaluationReport,
    comparison: { strategies: [{ strategy: 'bm25', changes }] } as unknown as Outcome['comparison'],
    baselineNote: '',
    verdict: {
      status: 'fail',
      headline: 'ndcg@10 fell',
      reasons: [],
      deciding: null,
      results: [],
      pinned: [],
      broke,
      notes: [],
    } as Partial<Verdict> as Verdict,
    links: {},
  }
}

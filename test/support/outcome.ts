import type { Comparison, QueryChange } from '../../src/comparison/comparison.ts'
import type { Evidence, RuleResult, Verdict } from '../../src/gate/verdict.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { comparisonOf, type OutcomeSize } from './outcome-comparison.ts'
import { reportOf, ruleOf, STRATEGIES } from './outcome-report.ts'

/** Outcomes as a run over a small knowledge base would give them, with numbers that can be checked by hand. */

/** A pull request that splits a document: hybrid loses `broke` questions, the other strategies keep theirs. */
export function failingOutcome(size: OutcomeSize = { queries: 84, broke: 12, improved: 3 }): Outcome {
  const comparison = comparisonOf(size)
  const results = STRATEGIES.map((name) => resultOf(name, comparison, size))
  const deciding = results.find(({ strategy }) => strategy === 'hybrid')!
  return {
    ...passingParts(size),
    comparison,
    verdict: verdictOf('fail', results, {
      headline: `Retrieval got worse: \`hybrid\` ndcg@10 ${deciding.baseline!.toFixed(3)} → ${deciding.now!.toFixed(3)} (−${(-deciding.change!).toFixed(3)}, allowed −0.020)`,
      reasons: ['`hybrid`: ndcg@10 changed by more than may be lost'],
      deciding,
      broke: comparison.strategies[2]!.changes.filter(({ kind }) => kind === 'broke').map(({ id }) => id),
    }),
  }
}

/** The same with nothing broken. */
export function passingOutcome(queries = 84): Outcome {
  const size = { queries, broke: 0, improved: 0 }
  const comparison = comparisonOf(size)
  const results = STRATEGIES.map((name) => resultOf(name, comparison, size))
  return {
    ...passingParts(size),
    comparison,
    verdict: verdictOf('pass', results, {
      headline: 'Retrieval holds: `hybrid` ndcg@10 1.000 → 1.000 (0.000, allowed −0.020)',
      deciding: results[2]!,
    }),
  }
}

/** The same with what small steps have lost: 0.030 since the best run, 0.012 in 30 days. */
export function withEarlierRuns(outcome: Outcome): Outcome {
  const run = { strategy: 'hybrid', metric: 'ndcg@10', questions: 20, now: 0.9 }
  const overTime = [
    {
      ...run,
      kind: 'best' as const,
      artifact: 1234,
      commit: 'b3e5f7'.padEnd(40, '0'),
      date: '2026-09-01',
      before: 0.93,
    },
    {
      ...run,
      kind: 'month' as const,
      artifact: 1310,
      commit: 'c4a6d8'.padEnd(40, '0'),
      date: '2026-10-28',
      before: 0.912,
    },
  ]
  return { ...outcome, report: { ...outcome.report, overTime } }
}

/** A first run, without anything to compare with. */
export function firstRunOutcome(queries = 84): Outcome {
  return {
    ...passingParts({ queries, broke: 0, improved: 0 }),
    comparison: null,
    baselineNote: 'no baseline yet: the next push to the base branch makes one',
    verdict: verdictOf('pass', [], { headline: 'Nothing to compare with yet: this run can be the first baseline' }),
  }
}

/** A first run in which `hybrid` is below a floor and finds nothing for Q02. */
export function floorOutcome(): Outcome {
  const outcome = firstRunOutcome(12)
  const hybrid = outcome.report.strategies['hybrid']!
  const queries = { ...hybrid.queries, Q02: { 'ndcg@10': 0, 'recall@5': 0, mrr: 0 } }
  const deciding: RuleResult = {
    rule: {
      metric: 'recall@5',
      min: 0.95,
      strategies: ['hybrid'],
      level: 'fail',
      confidence: 'observed',
      minPairs: 10,
    },
    strategy: 'hybrid',
    status: 'fail',
    expected: 'at least 0.950',
    actual: '0.917',
    why: 'recall@5 is 0.917, at least 0.950 is asked',
    baseline: null,
    now: 0.917,
    change: null,
    evidence: null,
    notes: [],
  }
  return {
    ...outcome,
    report: { ...outcome.report, strategies: { ...outcome.report.strategies, hybrid: { ...hybrid, queries } } },
    verdict: verdictOf('fail', [deciding], { headline: 'Retrieval is below its limit', deciding }),
  }
}

/** A strategy that erred on one question. */
export function invalidOutcome(): Outcome {
  const outcome = passingOutcome(12)
  const hybrid = outcome.report.strategies['hybrid']!
  return {
    ...outcome,
    report: {
      ...outcome.report,
      strategies: { ...outcome.report.strategies, hybrid: { ...hybrid, errors: { Q03: 'connect ECONNREFUSED' } } },
    },
    verdict: verdictOf('invalid', [], {
      headline: 'Could not be decided: `hybrid` erred on 1 question',
      reasons: ['`hybrid` erred on `Q03`: connect ECONNREFUSED', 'maxErrors is 0'],
    }),
  }
}

/** The same outcome with every user-supplied text replaced. */
export function withTexts(outcome: Outcome, text: (original: string) => string): Outcome {
  const change = (one: QueryChange): QueryChange => ({
    ...one,
    text: text(one.text),
    expected: one.expected.map((answer) => ({
      ...answer,
      judgment: { ...answer.judgment, target: { kind: 'file', path: text('a.md') } },
    })),
    cameIn: one.cameIn.map((hit) => ({ ...hit, path: text(hit.path ?? '') })),
    fellOut: one.fellOut.map((hit) => ({ ...hit, path: text(hit.path ?? '') })),
  })
  const { comparison, report } = outcome
  const queries = Object.entries(report.queries).map(([id, query]) => [id, { ...query, text: text(query.text) }])
  const strategies = comparison?.strategies.map((one) => ({ ...one, changes: one.changes.map(change) })) ?? []
  return {
    ...outcome,
    report: { ...report, name: text(report.name), queries: Object.fromEntries(queries), warnings: [text('w')] },
    comparison: comparison === null ? null : { ...comparison, strategies },
    verdict: { ...outcome.verdict, headline: text(outcome.verdict.headline), notes: [text('note')] },
  }
}

function passingParts({ queries }: OutcomeSize): Pick<Outcome, 'report' | 'baselineNote' | 'links'> {
  return {
    report: reportOf(queries),
    baselineNote: '',
    links: {
      repository: 'https://github.com/acme/handbook',
      commit: '9f8e7d6c5b4a39281706f5e4d3c2b1a098765432',
      root: '',
      run: 'https://github.com/acme/handbook/actions/runs/42',
    },
  }
}

function resultOf(strategy: string, comparison: Comparison, { broke, improved, queries }: OutcomeSize): RuleResult {
  const { base, now } = comparison.strategies.find((one) => one.strategy === strategy)!.metrics['ndcg@10']!
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const change = (sum(now) - sum(base)) / queries
  const failed = change < -0.02
  return {
    rule: ruleOf(),
    strategy,
    status: failed ? 'fail' : 'pass',
    expected: 'a drop of at most 0.020',
    actual: change < 0 ? `a drop of ${(-change).toFixed(3)}` : 'no drop',
    why: failed ? `\`${strategy}\` ndcg@10 fell more than the rule allows` : 'within the limit',
    baseline: sum(base) / queries,
    now: sum(now) / queries,
    change,
    evidence: strategy === 'hybrid' ? evidenceOf(queries, broke, improved, change) : evidenceOf(queries, 0, 0, 0),
    notes: [],
  }
}

function evidenceOf(n: number, losses: number, wins: number, difference: number): Evidence {
  const changed = losses + wins
  return {
    n,
    clusters: n,
    changed,
    wins,
    ties: n - changed,
    losses,
    difference,
    interval:
      changed === 0
        ? { none: 'no question changed' }
        : { lower: difference - 0.08, upper: difference + 0.08, level: 0.95, method: 'bootstrap-bca' },
    p: changed === 0 ? null : 0.0123,
    adjustedP: changed === 0 ? null : 0.0369,
    oneQuery: 1 / n,
    power: `With these ${n} questions this rule catches a drop of 0.041 four times in five.`,
  }
}

function verdictOf(status: Verdict['status'], results: readonly RuleResult[], more: Partial<Verdict>): Verdict {
  return {
    status,
    headline: '',
    reasons: [],
    deciding: null,
    results,
    latency: [],
    pinned: [],
    broke: [],
    notes: [],
    ...more,
  }
}

import { buildReport } from '../../src/baseline/build-report.ts'
import type { EvaluationReport } from '../../src/baseline/report-schema.ts'
import { decideOutcome } from '../../src/decide-outcome.ts'
import type { Rule } from '../../src/gate/rule.ts'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import { parseMetric } from '../../src/metrics/parse-metric.ts'
import type { Hit, Judgment, Query, Ranking, Target } from '../../src/model.ts'
import type { Outcome } from '../../src/reports/report.ts'

/** One side of a comparison in few words, made into the report that a run would write. */
export interface Side {
  readonly queries: readonly Query[]
  /** Path -> content; the content only matters for being the same or not. */
  readonly documents: Readonly<Record<string, string>>
  readonly strategies: Readonly<Record<string, StrategySide>>
  readonly rules?: readonly Partial<Rule>[]
  readonly maxErrors?: number
  readonly primary?: string
  readonly metrics?: readonly string[]
  readonly depth?: number
}

export interface StrategySide {
  /** Query id -> what is retrieved, best first: `a.md`, or `a.md:3-9`. */
  readonly rankings: Readonly<Record<string, readonly string[]>>
  readonly errors?: Readonly<Record<string, string>>
  readonly minScore?: number
  readonly renamedFrom?: string
}

/** A query; answers are printed targets (`a.md`, `docs/*.md`, `a.md:3-9`), each of grade 1 unless it is a judgment. */
export function query(id: string, answers: readonly (string | Judgment)[], more: Partial<Query> = {}): Query {
  const judgments = answers.map((answer) => (typeof answer === 'string' ? judgment(answer) : answer))
  return { id, text: `What about ${id}?`, judgments, tags: [], pinned: false, ...more }
}

export function judgment(printed: string, grade = 1): Judgment {
  return { id: printed, target: targetOf(printed), grade }
}

function targetOf(printed: string): Target {
  const lines = /^(.*):(\d+)-(\d+)$/.exec(printed)
  if (lines !== null) {
    return { kind: 'lines', path: lines[1]!, startLine: Number(lines[2]), endLine: Number(lines[3]) }
  }
  return /[*{]/.test(printed) ? { kind: 'glob', pattern: printed } : { kind: 'file', path: printed }
}

export function ruleOf(rule: Partial<Rule>, strategies: readonly string[]): Rule {
  const limit = rule.min ?? rule.max ?? rule.maxRatio ?? rule.maxDrop
  return {
    metric: 'ndcg@10',
    strategies: [...strategies],
    level: 'fail',
    confidence: 'observed',
    minPairs: 10,
    ...(limit === undefined ? { maxDrop: { absolute: 0.02 } } : {}),
    ...rule,
  }
}

export function reportOf(side: Side): EvaluationReport {
  const { queries, documents, strategies, rules = [{}], maxErrors = 0, primary = null, depth = 50 } = side
  const gated = primary === null ? Object.keys(strategies) : [primary]
  const complete = rules.map((rule) => ruleOf(rule, gated))
  const shown = side.metrics ?? ['ndcg@10', 'recall@5', 'mrr']
  const metrics = [...new Set([...shown, ...complete.map(({ metric }) => metric)])]
  return buildReport({
    tool: { name: 'retrieval-gate', version: '0.0.0' },
    name: 'test',
    commit: null,
    fingerprints: { config: 'c', evalSet: 'e', corpus: 'd' },
    match: 'contains',
    depth,
    metrics: metrics.map(parseMetric),
    primary,
    gate: { rules: complete, maxErrors },
    evalSet: { path: 'questions.jsonl', format: 'jsonl', queries, fingerprint: 'e' },
    documents: Object.entries(documents).map(([path, text]) => ({ id: path, path, text, hash: contentHash(text) })),
    skipped: {},
    strategies: Object.entries(strategies).map(([name, strategy]) => evaluated(name, strategy, documents)),
    seed: 'seed',
    warnings: [],
    varying: null,
  })
}

function evaluated(name: string, { rankings, errors = {}, ...more }: StrategySide, documents: Side['documents']) {
  const answered = Object.entries(rankings).filter(([id]) => !Object.hasOwn(errors, id))
  const kept = answered.map(([id, places]): [string, Ranking] => [
    id,
    { hits: places.map((place, rank) => hitOf(place, 1 - rank / 1000, documents)) },
  ])
  const run = { rankings: new Map(kept), errors: new Map(Object.entries(errors)) }
  return { name, type: 'fake', fingerprint: name, external: false, chunks: null, run, latency: [], ...more }
}

function hitOf(place: string, score: number, documents: Side['documents']): Hit {
  const target = targetOf(place)
  const path = target.kind === 'lines' ? target.path : place
  const lines = target.kind === 'lines' ? { startLine: target.startLine, endLine: target.endLine } : {}
  const text = Object.hasOwn(documents, path) ? documents[path]!.split('\n') : []
  const piece = target.kind === 'lines' ? text.slice(target.startLine - 1, target.endLine) : text
  return { id: place, path, score, hash: contentHash(piece.join('\n')), tokens: 10, ...lines }
}

/** The verdict on head, without version control; `null` is a first run. */
export function decideSides(base: Side | null, head: Side): Promise<Outcome> {
  const report = base === null ? null : reportOf(base)
  const baseline = { report, label: 'base', source: 'file', note: report === null ? 'no baseline yet' : 'base' }
  return decideOutcome(reportOf(head), baseline, { root: null, seed: 'seed', links: {} })
}

/** `count` questions, each answered by a file of its own that one strategy finds first. */
export function simpleSide(count: number, strategy = 'bm25'): Side {
  const ids = Array.from({ length: count }, (_, index) => `q${String(index + 1).padStart(3, '0')}`)
  return {
    queries: ids.map((id) => query(id, [`${id}.md`])),
    documents: Object.fromEntries([...ids, 'other'].map((id) => [`${id}.md`, `text of ${id}`])),
    strategies: { [strategy]: { rankings: Object.fromEntries(ids.map((id) => [id, [`${id}.md`, 'other.md']])) } },
  }
}

/** The same side with these queries retrieving something else. */
export function retrieving(side: Side, changed: Readonly<Record<string, readonly string[]>>): Side {
  const strategies = Object.entries(side.strategies).map(([name, strategy]) => [
    name,
    { ...strategy, rankings: { ...strategy.rankings, ...changed } },
  ])
  return { ...side, strategies: Object.fromEntries(strategies) }
}

/** The same side with the first `count` queries losing their answer to `other.md`. */
export function breaking(side: Side, count: number): Side {
  const broken = side.queries.slice(0, count).map(({ id }) => [id, ['other.md']])
  return retrieving(side, Object.fromEntries(broken))
}

/** The same side with the queries passed through `change`; null leaves one out. */
export function asking(side: Side, change: (query: Query, index: number) => Query | null): Side {
  return { ...side, queries: side.queries.flatMap((one, index) => change(one, index) ?? []) }
}

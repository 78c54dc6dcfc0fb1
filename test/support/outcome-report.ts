import type { EvaluationReport, StrategyReport } from '../../src/baseline/report-schema.ts'
import type { Rule } from '../../src/gate/rule.ts'

/** The evaluation half of a made-up outcome. */

export const METRICS = ['ndcg@10', 'recall@5', 'mrr']

export const STRATEGIES = ['bm25', 'dense', 'hybrid']

const TEXTS = [
  'How are passwords hashed before they are stored?',
  '登录失败后会重试几次?',
  'Where is the session cookie signed?',
  'Which setting turns the rate limit off?',
  'What happens when a token has expired?',
]

export function reportOf(queries: number): EvaluationReport {
  const ids = idsOf(queries)
  return {
    schemaVersion: 1,
    tool: { name: 'retrieval-gate', version: '0.1.0' },
    name: 'docs',
    commit: '9f8e7d6c5b4a39281706f5e4d3c2b1a098765432',
    fingerprints: { config: 'c0', evalSet: 'e0', corpus: 'd0' },
    evalSet: { path: 'datasets/docs.jsonl', format: 'jsonl', queries },
    match: 'iou',
    depth: 50,
    metrics: METRICS,
    primary: 'hybrid',
    gate: { rules: [ruleOf()], maxErrors: 0 },
    corpus: { documents: 3, skipped: { binary: 2 } },
    documents: {
      'auth/service.py': 'a'.repeat(64),
      'docs/auth-faq.md': 'b'.repeat(64),
      'docs/auth.md': 'c'.repeat(64),
    },
    queries: Object.fromEntries(ids.map((id, index) => [id, queryOf(index)])),
    chunks: [
      { id: 'auth/service.py#1', path: 'auth/service.py', lines: [10, 25], hash: 'd'.repeat(64), tokens: 180 },
      { id: 'docs/auth-faq.md#1', path: 'docs/auth-faq.md', lines: [1, 40], hash: 'e'.repeat(64), tokens: 240 },
    ],
    strategies: Object.fromEntries(STRATEGIES.map((name) => [name, strategyOf(name, ids)])),
    warnings: [],
    timing: { seconds: 1234.5, indexing: { bm25: 840.5, dense: 1500, hybrid: 2340.5 } },
    latency: Object.fromEntries(
      STRATEGIES.map((name, index) => [name, { 'latency-p50': estimateOf(3 + index * 5.5) }]),
    ),
    platform: { node: '20.19.0', os: 'linux' },
  }
}

function queryOf(index: number): EvaluationReport['queries'][string] {
  return {
    text: textOf(index),
    judgments: [{ id: 'auth/service.py:10-25', target: linesTarget(), grade: 2 }],
    category: index % 2 === 0 ? 'api_usage' : 'call_chain',
    tags: [],
    pinned: index === 1,
    line: index + 1,
  }
}

const INDEXES: Readonly<Record<string, Pick<StrategyReport, 'index' | 'parts'>>> = {
  bm25: { index: { chunks: 40, bytes: 9600, counts: { postings: 1200 } } },
  dense: { index: { chunks: 40, bytes: 82_080, counts: { vectors: 40 } } },
  hybrid: { index: { chunks: 40, bytes: 91_680, counts: { postings: 1200, vectors: 40 } }, parts: ['bm25', 'dense'] },
}

function strategyOf(type: string, ids: readonly string[]): StrategyReport {
  return {
    type,
    fingerprint: `f-${type}`,
    minScore: null,
    external: false,
    summary: Object.fromEntries(METRICS.map((metric) => [metric, estimateOf(0.75)])),
    slices: {
      category: { api_usage: { 'ndcg@10': { point: 0.8, n: 42 } }, call_chain: { 'ndcg@10': { point: 0.7, n: 42 } } },
    },
    queries: Object.fromEntries(ids.map((id) => [id, { 'ndcg@10': 0.75, 'recall@5': 1, mrr: 0.5 }])),
    rankings: Object.fromEntries(ids.map((id) => [id, [[1, 2.5] as [number, number], [0, 1.25] as [number, number]]])),
    confidence: {},
    errors: {},
    cutShort: [],
    ceiling: 0.975,
    tokensPerHit: 212.4,
    ...INDEXES[type],
  }
}

export function ruleOf(): Rule {
  return {
    metric: 'ndcg@10',
    maxDrop: { absolute: 0.02 },
    strategies: STRATEGIES,
    level: 'fail',
    confidence: 'observed',
    minPairs: 10,
  }
}

function estimateOf(point: number) {
  return { point, lower: point - 0.05, upper: point + 0.05, level: 0.95, method: 'bootstrap-bca', n: 84 }
}

export function linesTarget() {
  return { kind: 'lines' as const, path: 'auth/service.py', startLine: 10, endLine: 25 }
}

export function idsOf(queries: number): string[] {
  return Array.from({ length: queries }, (_, index) => `Q${String(index + 1).padStart(2, '0')}`)
}

export function textOf(index: number): string {
  return TEXTS[index % TEXTS.length]!
}

/**
 * What the graph adds to other strategies on the questions of this repository: mean paired difference of nDCG@10 with its
 * interval. First on `datasets/self-multihop.jsonl`, whose questions take several hops and which nothing about the graph was
 * chosen on; then on those that it was chosen on. The first are spent a little at each look: choose on the second.
 *
 *     npx tsx bench/graph.bench.ts
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { EvaluationReport } from '../src/baseline/report-schema.ts'
import { strategyEvidence } from '../src/comparison/strategy-evidence.ts'
import { loadConfig } from '../src/config/load-config.ts'
import { evaluate } from '../src/evaluate.ts'
import { difference, differenceInterval, score } from '../src/numbers.ts'
import type { Ports } from '../src/ports.ts'
import { registries } from '../src/registries.ts'
import { MULTI_HOP } from './self/strategies.ts'

const METRIC = 'ndcg@10'
/** Base -> its settings; each is measured with and without the graph. */
const bases = {
  'bm25-heading': '{ type: bm25 }',
  'bm25-lines': '{ type: bm25, chunking: { by: lines } }',
  'bm25-code': '{ type: bm25, chunking: { by: code } }',
  'dense-heading': '{ type: dense }',
  'dense-code': '{ type: dense, chunking: { by: code } }',
  'hybrid-heading': '{ type: hybrid, of: [bm25-heading, dense-heading] }',
  'hybrid-code': '{ type: hybrid, of: [bm25-code, dense-code] }',
}

const root = dirname(import.meta.dirname)

/** Every base with and without the graph, on one eval set. */
async function evaluated(queries: string): Promise<EvaluationReport> {
  const strategies = Object.entries(bases).flatMap(([name, settings]) => [
    `  ${name}: ${settings}`,
    `  ${name}-graph: { type: graph, of: ${name} }`,
  ])
  const yaml = (await readFile(join(root, 'retrieval-gate.yml'), 'utf8')).split(/^(?=\w)/m)
  const kept = yaml.filter((section) => /^(?:name|documents|chunking|#)/.test(section))
  const text = `${kept.join('')}queries: ${queries}\nmetrics: [${METRIC}]\nstrategies:\n${strategies.join('\n')}\n`
  const config = await loadConfig('graph.yml', registries, async () => Buffer.from(text))
  const options = { root, outputFolder: join(root, config.output), strict: true, timing: false, progress: () => {} }
  return evaluate(config, options, {
    cwd: root,
    env: {},
    stdout: () => {},
    stderr: () => {},
    now: () => performance.now(),
    fetch,
    isTerminal: false,
    signal: new AbortController().signal,
    platform: {},
  } satisfies Ports)
}

type Kind = (query: EvaluationReport['queries'][string]) => boolean

function print(what: string, report: EvaluationReport, isOfKind: Kind): void {
  const ids = Object.keys(report.queries).filter((id) => isOfKind(report.queries[id]!))
  const evidence = Object.keys(bases).map((base) => {
    const found = strategyEvidence(report, { strategy: `${base}-graph`, against: base, metric: METRIC, ids })
    return { base, ...found }
  })
  console.log(`\n| ${what}, ${evidence[0]!.n} questions | alone | graph | difference | p | better | worse |`)
  console.log('|---|---|---|---|---|---|---|')
  for (const { base, means, difference: by, interval, p, wins, losses } of evidence) {
    const change = `${difference(by)} (${differenceInterval(interval)})`
    const sides = `${score(means?.against)} | ${score(means?.strategy)}`
    console.log(`| ${base} | ${sides} | ${change} | ${p === null ? 'n/a' : p.toFixed(3)} | ${wins} | ${losses} |`)
  }
}

print('self-multihop', await evaluated('datasets/self-multihop.jsonl'), () => true)
const own = await evaluated('datasets/self.jsonl')
const isMultiHop: Kind = ({ category }) => MULTI_HOP.has(category)
print('self, several hops', own, isMultiHop)
print('self, the others', own, (query) => !isMultiHop(query))

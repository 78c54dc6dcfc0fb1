/**
 * What the graph adds to other strategies on the questions of this repository: mean paired difference of nDCG@10 with its
 * interval, for the questions that take several hops (`call_chain`, `cross_language`) and for the others.
 *
 *     npx tsx bench/graph.bench.ts
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadConfig } from '../src/config/load-config.ts'
import { evaluate } from '../src/evaluate.ts'
import type { Ports } from '../src/ports.ts'
import { registries } from '../src/registries.ts'
import { estimateMean } from '../src/statistics/estimate-mean.ts'

const METRIC = 'ndcg@10'
const MULTI_HOP = new Set<string | undefined>(['call_chain', 'cross_language'])
/** Base -> its settings; each is measured with and without the graph. */
const bases = {
  'bm25-heading': '{ type: bm25 }',
  'bm25-lines': '{ type: bm25, chunking: { by: lines } }',
  'bm25-code': '{ type: bm25, chunking: { by: code } }',
  'dense-code': '{ type: dense, chunking: { by: code } }',
  'hybrid-code': '{ type: hybrid, of: [bm25-code, dense-code] }',
}

const root = dirname(import.meta.dirname)
const strategies = Object.entries(bases).flatMap(([name, settings]) => [
  `  ${name}: ${settings}`,
  `  ${name}-graph: { type: graph, of: ${name} }`,
])
const yaml = (await readFile(join(root, 'retrieval-gate.yml'), 'utf8')).split(/^(?=\w)/m)
const kept = yaml.filter((section) => /^(?:name|documents|chunking|queries|#)/.test(section))
const text = `${kept.join('')}metrics: [${METRIC}]\nstrategies:\n${strategies.join('\n')}\n`

const config = await loadConfig('graph.yml', registries, async () => Buffer.from(text))
const options = { root, outputFolder: join(root, config.output), strict: false, timing: false, progress: () => {} }
const report = await evaluate(config, options, {
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

/** The scores of some questions with one strategy. */
function scores(strategy: string, multiHop: boolean): number[] {
  return Object.entries(report.queries)
    .filter(([, { category }]) => MULTI_HOP.has(category) === multiHop)
    .flatMap(([id]) => report.strategies[strategy]!.queries[id]?.[METRIC] ?? [])
}

function change(base: string, multiHop: boolean): string {
  const before = scores(base, multiHop)
  const after = scores(`${base}-graph`, multiHop)
  const differences = after.map((value, index) => value - before[index]!)
  const { point, lower, upper } = estimateMean(differences, { seed: base })
  const [better, worse] = [differences.filter((each) => each > 1e-9), differences.filter((each) => each < -1e-9)]
  const mean = (values: readonly number[]) => (values.reduce((sum, each) => sum + each, 0) / values.length).toFixed(3)
  const interval = `${point!.toFixed(3)} (${lower!.toFixed(3)} … ${upper!.toFixed(3)})`
  return `${mean(before)} | ${mean(after)} | ${interval}, ${better.length} better, ${worse.length} worse`
}

for (const multiHop of [true, false]) {
  const count = scores(Object.keys(bases)[0]!, multiHop).length
  console.log(`\n| ${multiHop ? 'several hops' : 'the others'}, ${count} questions | alone | graph | difference |`)
  console.log('|---|---|---|---|')
  for (const base of Object.keys(bases)) console.log(`| ${base} | ${change(base, multiHop)} |`)
}

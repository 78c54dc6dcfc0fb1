/**
 * Evaluates every built-in kind of retrieval on the questions of this repository and writes the table of the README.
 *
 *     npx tsx bench/self.bench.ts
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadConfig } from '../src/config/load-config.ts'
import { evaluate } from '../src/evaluate.ts'
import { registries } from '../src/registries.ts'
import { METRICS, withTable } from './self/readme-table.ts'
import { STRATEGIES } from './self/strategies.ts'

const root = dirname(import.meta.dirname)
const strategies = Object.entries(STRATEGIES).map(([name, { settings }]) => `  ${name}: ${settings}`)
const yaml = (await readFile(join(root, 'retrieval-gate.yml'), 'utf8')).split(/^(?=\w)/m)
const kept = yaml.filter((section) => /^(?:name|documents|chunking|queries|#)/.test(section))
const text = `${kept.join('')}metrics: [${METRICS.join(', ')}]\nstrategies:\n${strategies.join('\n')}\n`

const config = await loadConfig('self.yml', registries, async () => Buffer.from(text))
const options = { root, outputFolder: join(root, config.output), strict: false, timing: false, progress: () => {} }
const report = await evaluate(config, options, {
  cwd: root,
  env: {},
  stdout: () => {},
  stderr: () => {},
  now: () => performance.now(),
  fetch: globalThis.fetch,
  isTerminal: false,
  signal: new AbortController().signal,
  platform: {},
})
const readme = join(root, 'README.md')
await writeFile(readme, withTable(await readFile(readme, 'utf8'), report))

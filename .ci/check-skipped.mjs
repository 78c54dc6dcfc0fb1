// Fails where a test was skipped that can run here: what needs Node 24, or the
// collections, engines or Python libraries where they are, has it.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const collections = process.env.RETRIEVAL_GATE_COLLECTIONS !== undefined
const engines = process.env.RETRIEVAL_GATE_ENGINES !== undefined
const python = process.env.RETRIEVAL_GATE_PYTHON !== undefined
const given = [
  ...['NODE24', 'support/github'],
  ...[collections && 'RETRIEVAL_GATE_COLLECTIONS', engines && 'engines/real-', python && 'support/python/'],
]
const needs = new RegExp(given.filter(Boolean).join('|'))

const { testResults } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const skipped = testResults.flatMap(({ name: file, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => ({ file, fullName, canRun: needs.test(readFileSync(file, 'utf8')) })),
)
for (const { file, fullName, canRun } of skipped) {
  console.log(`${canRun ? 'skipped, but can run here' : 'skipped'}: ${relative('.', file)}: ${fullName}`)
}
if (skipped.some(({ canRun }) => canRun)) process.exitCode = 1

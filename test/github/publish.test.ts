import { expect, it } from 'vitest'
import { type Inputs, readInputs } from '../../src/github/inputs.ts'
import type { Place } from '../../src/github/log.ts'
import { publish } from '../../src/github/publish.ts'
import { readRunContext } from '../../src/github/run-context.ts'
import { failingOutcome } from '../support/github/failing-outcome.ts'

const context = readRunContext(
  {
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: 'octo/docs',
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_RUN_ID: '1',
    GITHUB_SERVER_URL: 'https://ghes.test',
  },
  {},
)

/** The file that a broken query is annotated in, where the report calls it by a path relative to the working directory. */
async function annotatedFile(path: string, given: Record<string, string>): Promise<string | undefined> {
  const outcome = failingOutcome(['Q1'])
  const report = { ...outcome.report, evalSet: { ...outcome.report.evalSet, path } }
  const inputs: Inputs = readInputs(given)
  const places: (Place | undefined)[] = []
  const log = { info() {}, notice() {}, warning() {}, error: (_: string, place?: Place) => void places.push(place) }
  const finished = { ...outcome, report, directory: '/nowhere', files: new Map() }
  await publish(finished, { inputs, context, api: null, log, artifactName: 'gate', setOutput() {} })
  return places[0]?.file
}

it.each([
  ['eval.jsonl', {}, 'eval.jsonl'],
  ['kb/eval.jsonl', { INPUT_CONFIG: 'kb/retrieval-gate.yml' }, 'kb/eval.jsonl'],
  ['eval.jsonl', { 'INPUT_WORKING-DIRECTORY': './kb' }, 'kb/eval.jsonl'],
  ['../data/eval.jsonl', { 'INPUT_WORKING-DIRECTORY': 'kb' }, 'data/eval.jsonl'],
])('puts what broke on the eval set at %s, with %o, in %s', async (path, given, file) => {
  expect(await annotatedFile(path, given)).toBe(file)
})

import { expect, it } from 'vitest'
import type { OpenedJob } from '../../../src/commands/action/job.ts'
import { runOptions } from '../../../src/commands/action/run-options.ts'
import { portsAt } from '../../pipeline/workspace.ts'

it('a job writes into its log how far long work is, and why a model is asked again later', async () => {
  let time = 0
  const log: string[] = []
  const job = {
    mode: 'evaluate',
    inputs: { 'working-directory': '.' },
    payload: {},
    api: null,
    context: { serverUrl: 'https://github.com', owner: 'octo', repo: 'docs', headSha: 'a', runId: 1, against: null },
    workspace: '/w',
    cwd: '/w',
    ports: (cwd: string) => ({ ...portsAt(cwd), now: () => time, stderr: (text: string) => void log.push(text) }),
  }
  const { progress, pausing } = await runOptions(job as unknown as OpenedJob)
  progress!('dense', 1, 200)
  pausing!('503 from api.host', 4000)
  time = 20_000
  progress!('dense', 101, 200)
  expect(log).toEqual(['waiting 4 s: 503 from api.host\n', 'dense: 101 of 200 (50 %), about 20 s left\n'])
})

import { readFile } from 'node:fs/promises'
import { release } from 'node:os'
import * as core from '@actions/core'
import { runJob } from './commands/action/run-job.ts'
import { UserError } from './errors.ts'
import { harmlessLog } from './github/harmless-log.ts'
import { readInputs } from './github/inputs.ts'
import { jobMode } from './github/job-mode.ts'
import { writeSummary } from './github/write-summary.ts'
import type { Ports } from './ports.ts'

/** Milliseconds that connections may linger once everything is said. */
const GRACE = 5000

/** A cancelled job: what was made for it, a checked-out base, is removed before the runner ends the process. */
const cancelled = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cancelled.abort(new UserError({ what: 'the job was cancelled' })))
}

/** Red until the end is reached: whatever ends the process before that, it is no pass. */
process.exitCode = 1
process.on('uncaughtException', (error) => {
  void crash(error).finally(() => process.exit(1))
})
try {
  process.exitCode = (await run(process.env)) ? 0 : 1
} catch (error) {
  await crash(error)
}
setTimeout(() => process.exit(), GRACE).unref()

/** The whole Action; returns whether the step is green. */
async function run(env: NodeJS.ProcessEnv): Promise<boolean> {
  const inputs = readInputs(env)
  const payload = await readPayload(env.GITHUB_EVENT_PATH)
  const mode = jobMode(inputs.mode, env.GITHUB_EVENT_NAME ?? '')
  const job = {
    mode,
    inputs,
    payload,
    env,
    log: core,
    setOutput: core.setOutput,
    ports: (cwd: string) => ports(cwd, env),
  }
  return runJob(job, process.cwd())
}

function ports(cwd: string, env: NodeJS.ProcessEnv): Ports {
  return {
    cwd,
    env,
    stdout: (text) => void process.stdout.write(harmlessLog(text)),
    stderr: (text) => void process.stderr.write(harmlessLog(text)),
    now: () => performance.now(),
    today: new Date().toISOString().slice(0, 10),
    fetch,
    isTerminal: false,
    signal: cancelled.signal,
    platform: { node: process.version, os: process.platform, osRelease: release(), arch: process.arch },
  }
}

/** @throws UserError where the runner gave no readable payload */
async function readPayload(path: string | undefined): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path ?? '', 'utf8'))
  } catch (error) {
    throw new UserError({ what: 'The event of this run cannot be read (GITHUB_EVENT_PATH)', found: String(error) })
  }
}

/** Says what went wrong, in the log and in the summary: a sentence for a mistake, the stack for a bug. */
async function crash(error: unknown): Promise<void> {
  process.exitCode = 1
  const known = error instanceof UserError
  const message = known
    ? error.message
    : `retrieval-gate broke off: ${error instanceof Error ? error.stack : String(error)}`
  core.error(message, { title: 'retrieval-gate: could not decide' })
  const fenced = `**retrieval-gate could not decide**\n\n    ${message.replaceAll('\n', '\n    ')}\n`
  await writeSummary(fenced).catch(() => {})
}

import { readFile } from 'node:fs/promises'
import { release } from 'node:os'
import * as core from '@actions/core'
import { runJob } from './commands/action/run-job.ts'
import { UserError } from './errors.ts'
import { harmlessLog } from './github/harmless-log.ts'
import { readInputs } from './github/inputs.ts'
import { jobMode } from './github/job-mode.ts'
import { withinLimits } from './github/within-limits.ts'
import { writeSummary } from './github/write-summary.ts'
import type { Ports } from './ports.ts'
import { Secrets } from './secrets.ts'

/** Milliseconds that connections may linger once everything is said. */
const GRACE = 5000

/** The runner keeps them out of the log, and we out of all that is written. */
const secrets = new Secrets(core.setSecret)

/** A cancelled job: what was made for it, a checked-out base, is removed before the runner ends the process. */
const cancelled = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cancelled.abort(new UserError({ what: 'the job was cancelled' })))
}

/** Red until the end is reached: whatever ends the process before that, it is no pass, and says so. */
process.exitCode = 1
let hasEnded = false
process.once('exit', () => {
  if (!hasEnded) sayBroken('the process ended before there was a verdict')
})
process.on('uncaughtException', (error) => {
  void crash(error).finally(() => process.exit(1))
})
try {
  process.exitCode = (await run(process.env)) ? 0 : 1
  hasEnded = true
} catch (error) {
  await crash(error)
}
setTimeout(() => process.exit(), GRACE).unref()

/** The whole Action; returns whether the step is green. */
async function run(env: NodeJS.ProcessEnv): Promise<boolean> {
  const inputs = readInputs(env)
  for (const token of [inputs['github-token'], inputs['documents-token']]) secrets.add(token ?? '')
  const payload = await readPayload(env.GITHUB_EVENT_PATH)
  const mode = jobMode(inputs.mode, env.GITHUB_EVENT_NAME ?? '')
  const job = {
    mode,
    inputs,
    payload,
    env,
    log: withinLimits(core),
    setOutput: core.setOutput,
    ports: (cwd: string) => ports(cwd, env, inputs['documents-token'] ?? inputs['github-token']),
  }
  return runJob(job, process.cwd())
}

function ports(cwd: string, env: NodeJS.ProcessEnv, documentsToken: string | undefined): Ports {
  return {
    cwd,
    env,
    secrets,
    stdout: (text) => void process.stdout.write(harmlessLog(secrets.redact(text))),
    stderr: (text) => void process.stderr.write(harmlessLog(secrets.redact(text))),
    now: () => performance.now(),
    today: new Date().toISOString().slice(0, 10),
    fetch,
    ...(documentsToken === undefined ? {} : { documentsToken }),
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

function sayBroken(message: string): void {
  hasEnded = true
  core.error(message, { title: 'retrieval-gate: could not decide' })
}

/** Says what went wrong, in the log and in the summary: a sentence for a mistake, the stack for a bug. */
async function crash(error: unknown): Promise<void> {
  process.exitCode = 1
  const known = error instanceof UserError
  const said = known
    ? error.message
    : `retrieval-gate broke off: ${error instanceof Error ? error.stack : String(error)}`
  const message = secrets.redact(said)
  sayBroken(message)
  const fenced = `**retrieval-gate could not decide**\n\n    ${message.replaceAll('\n', '\n    ')}\n`
  await writeSummary(fenced).catch(() => {})
}

#!/usr/bin/env node
import { release } from 'node:os'
import { CommanderError } from 'commander'
import { commandLine } from './commands/line/command-line.ts'
import { UserError } from './errors.ts'
import type { Ports } from './ports.ts'
import { Secrets } from './secrets.ts'

const interrupted = new AbortController()
const secrets = new Secrets()
/** Whether an answer of a model is in the store, that an interruption does not lose. */
let hasKept = false

// A git hook names its own repository in these; a checked-out base is another work tree.
for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'])
  delete process.env[name]

const ports: Ports = {
  cwd: process.cwd(),
  env: process.env,
  secrets,
  stdout: (text) => void process.stdout.write(secrets.redact(text)),
  stderr: (text) => void process.stderr.write(secrets.redact(text)),
  now: () => performance.now(),
  today: new Date().toISOString().slice(0, 10),
  fetch,
  isTerminal: process.stderr.isTTY === true,
  signal: interrupted.signal,
  kept: () => {
    hasKept = true
  },
  platform: { node: process.version, os: process.platform, osRelease: release(), arch: process.arch },
}

// A second signal of the kind ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(interruption()))
}

function interruption(): UserError {
  const hint = 'run it again: what models have answered is in the model store, and the next run goes on from there'
  return new UserError({ what: 'interrupted; no report was written', ...(hasKept && { hint }) })
}

// A reader that closed early (`| head`) has what it wanted: the verdict still decides the exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(2)
  })
}

async function main(argv: readonly string[]): Promise<void> {
  const exit = (code: number): void => {
    process.exitCode = code
  }
  try {
    await commandLine(ports, exit).parseAsync(argv)
  } catch (error) {
    exit(explained(error))
  }
}

/** 2 for whatever kept the command from deciding; a sentence for a mistake, the stack for a bug. */
function explained(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UserError) ports.stderr(`${error.message}\n`)
  else ports.stderr(`retrieval-gate broke off; this is a bug:\n${error instanceof Error ? error.stack : error}\n`)
  return 2
}

await main(process.argv)

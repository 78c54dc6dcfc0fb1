import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'
import { builtAction } from '../github/build-action.ts'
import { repository } from '../repository-files.ts'

/** What a shell sees of a command. */
export interface CliResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  /** The Node that runs it; this one unless given. */
  readonly node?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The Node versions at hand: this one, and the one that `NODE24` names. */
export const nodes: readonly string[] = [
  process.execPath,
  ...(process.env.NODE24 === undefined ? [] : [process.env.NODE24]),
]

/** The path of the bundled command, which stands in a folder without `node_modules`. */
export async function builtCli(): Promise<string> {
  return join(dirname(await builtAction()), 'cli.js')
}

/** Runs the bundled command in a folder, in a process of its own that knows nothing of this one's environment. */
export async function runCli(cwd: string, args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { node = process.execPath, env = {} } = options
  const child = spawn(node, [await builtCli(), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env },
  })
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)]
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (...ended) => resolve(ended))
  })
  return { code, signal, stdout: await stdout, stderr: await stderr }
}

/** A copy of the documentation of a small program, with its questions and its gate, in a new folder. */
export function lanternFolder(...parts: string[]): string {
  const folder = temporaryFolder()
  for (const part of parts.length > 0 ? parts : ['docs', 'datasets', 'retrieval-gate.yml']) {
    cpSync(join(repository, 'examples', part), join(folder, part), { recursive: true })
  }
  return folder
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const part of stream.setEncoding('utf8')) text += part
  return text
}

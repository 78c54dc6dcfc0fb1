import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunOptions } from '../../src/open-run.ts'
import { type RunResult, runPipeline } from '../../src/pipeline.ts'
import type { Ports } from '../../src/ports.ts'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'

const TOPICS = ['passwords', 'backups', 'webhooks', 'billing', 'invoices', 'permissions', 'exports', 'themes']
const MORE = ['keyboards', 'notifications', 'calendars', 'migrations']

export const topics = [...TOPICS, ...MORE]

/** The page that answers question `Q1`, `Q2`, and so on. */
export const pageOf = (number: number): string => `docs/page-${number}.md`

export const page = (topic: string): string =>
  `# All about ${topic}\n\nHow ${topic} work, and how to set up ${topic}.\n`

export const question = (number: number, topic = topics[number - 1]): string =>
  JSON.stringify({ id: `Q${number}`, query: `How do I set up ${topic}?`, expected_files: [pageOf(number)] })

export const CONFIG = `name: docs
documents: { include: ["docs/**/*.md"] }
queries: eval.jsonl
strategies:
  bm25: { type: bm25 }
`

const questions = `${topics.map((topic, index) => question(index + 1, topic)).join('\n')}\n`

/** A repository with twelve pages, a question for each and a gate, committed on `main`; gone when the test ends. */
export function gatedRepository(files: Record<string, string> = {}): string {
  const folder = temporaryFolder()
  git(folder, 'init', '-q', '-b', 'main')
  write(folder, Object.fromEntries(topics.map((topic, index) => [pageOf(index + 1), page(topic)])))
  write(folder, { 'eval.jsonl': questions, 'retrieval-gate.yml': CONFIG, '.gitignore': 'retrieval-gate-report/\n' })
  write(folder, files)
  commit(folder, 'the first')
  return folder
}

/** Commits all there is, and returns the commit. */
export function commit(folder: string, message: string): string {
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '--allow-empty', '-m', message)
  return git(folder, 'rev-parse', 'HEAD').trim()
}

/** Takes the answers of the first questions away. */
export function breakPages(folder: string, count: number): void {
  for (let number = 1; number <= count; number++) write(folder, { [pageOf(number)]: '# Nothing\n\nTo be written.\n' })
}

/** Runs the gate as the command line does. */
export function runGate(folder: string, options: RunOptions, ports: Partial<Ports> = {}): Promise<RunResult> {
  return runPipeline({ timing: false, ...options }, portsOf(folder, ports))
}

/** The same with a changed copy of the repository's state at a commit: what a second checkout would give. */
export async function reportAt(folder: string, revision: string, options: RunOptions = {}): Promise<string> {
  const checkout = temporaryFolder()
  git(checkout, 'clone', '-q', folder, 'copy')
  const copy = join(checkout, 'copy')
  git(copy, 'checkout', '-q', revision)
  const { directory } = await runGate(copy, { ...options, baseline: 'none' })
  return join(directory, 'report.json')
}

export function remove(folder: string, ...paths: string[]): void {
  for (const path of paths) rmSync(join(folder, path), { recursive: true })
}

export function portsOf(cwd: string, ports: Partial<Ports> = {}): Ports {
  let clock = 0
  return {
    cwd,
    env: process.env,
    stdout() {},
    stderr() {},
    now: () => clock++,
    fetch,
    isTerminal: false,
    signal: new AbortController().signal,
    platform: { node: 'test' },
    ...ports,
  }
}

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const TOPICS = [
  'passwords',
  'backups',
  'webhooks',
  'billing',
  'invoices',
  'permissions',
  'exports',
  'themes',
  'keyboard',
  'notifications',
  'calendars',
  'migrations',
]

/** The ids of the queries, and the file that answers each. */
export const QUESTIONS = TOPICS.map((topic, index) => ({
  id: `Q${index + 1}`,
  topic,
  file: `docs/page-${index + 1}.md`,
}))

export interface DocsRepository {
  readonly path: string
  /** Takes the answers of the first questions away. */
  breakPages(count: number): Promise<void>
  mendPages(): Promise<void>
  /** Commits everything, and returns the commit. */
  commit(message: string): Promise<string>
}

const whole = (topic: string) => `# All about ${topic}\n\nHow ${topic} work, and how to set up ${topic} here.\n`

/** A small repository with twelve pages, a question for each, and a gate. */
export async function docsRepository(): Promise<DocsRepository> {
  const path = await mkdtemp(join(tmpdir(), 'retrieval-gate-docs-'))
  await mkdir(join(path, 'docs'))
  const write = async (page: (topic: string) => string, count: number) => {
    for (const { topic, file } of QUESTIONS.slice(0, count)) await writeFile(join(path, file), page(topic))
  }
  await write(whole, QUESTIONS.length)
  const lines = QUESTIONS.map(({ id, topic, file }) =>
    JSON.stringify({ id, query: `How do I set up ${topic}?`, expected_files: [file] }),
  )
  await writeFile(join(path, 'eval.jsonl'), `${lines.join('\n')}\n`)
  await writeFile(join(path, 'retrieval-gate.yml'), CONFIG)
  await writeFile(join(path, '.gitignore'), 'retrieval-gate-report/\n')
  await git(path, 'init', '-q', '-b', 'main')
  return {
    path,
    breakPages: (count) => write(() => '# Nothing\n\nTo be written.\n', count),
    mendPages: () => write(whole, QUESTIONS.length),
    commit: async (message) => {
      await git(path, 'add', '-A')
      await git(
        path,
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@example.invalid',
        'commit',
        '-q',
        '--allow-empty',
        '-m',
        message,
      )
      return (await git(path, 'rev-parse', 'HEAD')).trim()
    },
  }
}

const CONFIG = `name: docs
documents: { include: ["docs/**/*.md"] }
queries: eval.jsonl
strategies:
  bm25: { type: bm25 }
`

async function git(cwd: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd })).stdout
}

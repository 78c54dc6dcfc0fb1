import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { runGit } from '../baseline/run-git.ts'
import { UserError } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { commentWorkflow } from './init/comment-workflow.ts'
import { findDocuments } from './init/find-documents.ts'
import { type PythonFunction, pythonServer } from './init/python-server.ts'
import { shardedWorkflow } from './init/sharded-workflow.ts'
import { ownStrategy, starterConfig } from './init/starter-config.ts'
import { starterQuestions } from './init/starter-questions.ts'
import { withIgnored } from './init/with-ignored.ts'
import { workflow } from './init/workflow.ts'

/** The flags of `init`. */
export interface InitFlags {
  readonly force?: boolean
  /** Also the workflow that comments on pull requests from forks. */
  readonly forks?: boolean
  /** The gate's workflow as a matrix of so many jobs. */
  readonly shards?: number
  /** The user's own retriever: a server for it is written, and it is the first strategy. */
  readonly python?: PythonFunction
}

const CONFIG = 'retrieval-gate.yml'
const QUESTIONS = 'datasets/questions.jsonl'
const WORKFLOW = '.github/workflows/retrieval.yml'
const COMMENT_WORKFLOW = '.github/workflows/retrieval-comment.yml'
const SERVER = 'retrieval_server.py'
const IGNORE = '.gitignore'
/** What runs leave behind: reports, and the cache. */
const IGNORED = ['retrieval-gate-report', '.retrieval-gate/cache']

/**
 * Writes a commented config, a starter eval set made from the files that are there, and the workflow; adds to
 * `.gitignore` what runs leave behind.
 *
 * @throws UserError for a file that is already there, before anything is written
 */
export async function init({ force = false, ...asked }: InitFlags, ports: Ports): Promise<number> {
  if (Object.keys(asked).length > 0 && (await exists(join(ports.cwd, CONFIG)))) return addAsked(asked, force, ports)
  const found = await findDocuments(ports.cwd, IGNORED[0]!)
  const files = new Map([
    [CONFIG, starterConfig(gateName(ports.cwd), found, QUESTIONS, asked.python && SERVER)],
    [QUESTIONS, starterQuestions(found)],
    [WORKFLOW, workflow(await baseBranch(ports.cwd))],
    ...askedFiles(asked, await baseBranch(ports.cwd)),
  ])
  if (!force) await refuseExisting(ports.cwd, [...files.keys()])
  for (const [name, text] of files) await writeWhole(join(ports.cwd, name), text)
  const ignored = await ignore(ports.cwd)
  ports.stdout(
    [
      ...[...files.keys()].map((name) => `wrote ${name}`),
      ...(ignored.length === 0 ? [] : [`added ${ignored.join(' and ')} to ${IGNORE}`]),
      '',
      `1. Replace the questions in ${QUESTIONS}: they were made from your files, and only show the form.`,
      `2. Try it: ${asked.python === undefined ? '' : 'retrieval-gate check, then '}retrieval-gate run`,
      `3. Commit all of it. The first push to the base branch makes the baseline; pull requests are compared with it.`,
      '',
    ].join('\n'),
  )
  return 0
}

/** A repository that has its gate already gets the files that were asked for, and nothing else is touched. */
async function addAsked(flags: Omit<InitFlags, 'force'>, force: boolean, { cwd, stdout }: Ports): Promise<number> {
  const files = new Map(askedFiles(flags, await baseBranch(cwd)))
  if (!force) await refuseExisting(cwd, [...files.keys()])
  for (const [name, text] of files) await writeWhole(join(cwd, name), text)
  stdout([...files.keys()].map((name) => `wrote ${name}\n`).join(''))
  if (flags.python !== undefined) stdout(`\nAdd this to \`strategies\` in ${CONFIG}:\n\n${ownStrategy(SERVER)}`)
  return 0
}

function askedFiles({ forks = false, shards, python }: Omit<InitFlags, 'force'>, branch: string): [string, string][] {
  return [
    ...(shards === undefined ? [] : [[WORKFLOW, shardedWorkflow(branch, shards)] as [string, string]]),
    ...(forks ? [[COMMENT_WORKFLOW, commentWorkflow()] as [string, string]] : []),
    ...(python === undefined ? [] : [[SERVER, pythonServer(python)] as [string, string]]),
  ]
}

function gateName(root: string): string {
  const name = basename(root)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
  return name === '' ? 'retrieval' : name.slice(0, 60)
}

/** The branch that others start from: the remote's, else a usual one, else the one this is. */
async function baseBranch(root: string): Promise<string> {
  const remote = await runGit(root, ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD'])
  if (remote !== undefined) return remote.trim().replace(/^origin\//, '')
  for (const usual of ['main', 'master']) {
    if ((await runGit(root, ['rev-parse', '--verify', '--quiet', `refs/heads/${usual}`])) !== undefined) return usual
  }
  return (await runGit(root, ['symbolic-ref', '--short', 'HEAD']))?.trim() || 'main'
}

async function refuseExisting(root: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (await exists(join(root, name)))
      throw new UserError({ where: name, what: 'this file is already here', hint: 'use --force to write it anew' })
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Adds what runs leave behind to `.gitignore`, and returns what was not in it. */
async function ignore(root: string): Promise<string[]> {
  const path = join(root, IGNORE)
  const text = await readFile(path, 'utf8').catch(() => '')
  const missing = IGNORED.filter((folder) => withIgnored(text, folder) !== text)
  if (missing.length > 0) await writeWhole(path, missing.reduce(withIgnored, text))
  return missing.map((folder) => `${folder}/`)
}

async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.tmp`, text)
  await rename(`${path}.tmp`, path)
}

import { posix, resolve } from 'node:path'
import { git } from './baseline/run-git.ts'
import { unchangedSince } from './baseline/unchanged-files.ts'
import type { Waiting } from './baseline/worktree.ts'
import type { Config } from './config/config.ts'
import type { FileDocument } from './knowledge/load-documents.ts'
import type { Document } from './model.ts'
import type { PreparedSide, Side } from './prepare-side.ts'

/** Endings of prose and code: of files that are read as documents, and seldom as anything else. */
const PROSE_AND_CODE = new Set(
  (
    'adoc bash c cc cjs cpp cs css cxx go h hpp htm html java js jsx kt lua markdown md mdx mjs php pl py rb rs rst sass ' +
    'scala scss sh sql svelte swift ts tsx vue'
  ).split(' '),
)

/** Which files of the base can wait until it is known how the documents differ: none that a config names. */
export function mayWait(config: Config): (path: string) => boolean {
  const isNamed = namedIn(config)
  return (path) => PROSE_AND_CODE.has(posix.extname(path).slice(1)) && !isNamed(path)
}

/** Whether a path may be one that stands in a config, wherever in it. */
export function namedIn(config: Config): (path: string) => boolean {
  const names = new Set<string>()
  JSON.stringify(config, (_, value) => {
    if (typeof value === 'string') names.add(posix.basename(value))
    return value
  })
  return (path) => names.has(posix.basename(path))
}

/**
 * The head's documents that are the same files at the base, by path. The other files that waited are checked out.
 *
 * @param folder where the base is checked out
 */
export async function sharedDocuments(
  head: PreparedSide,
  base: Pick<Side, 'root'>,
  { folder, commit, waiting }: { readonly folder: string; readonly commit: string; readonly waiting: Waiting },
): Promise<ReadonlyMap<string, FileDocument>> {
  const shared = new Map<string, FileDocument>()
  if (waiting.paths.length === 0) return shared
  const prefix = (await git(head.root, ['rev-parse', '--show-prefix'])).trim()
  const repository = (await git(head.root, ['rev-parse', '--show-toplevel'])).trim()
  const isComparable = head.source === null && resolve(folder, prefix) === resolve(base.root)
  const isUnchanged = isComparable ? await unchangedSince(repository, commit) : () => false
  const atHead = new Map(head.knowledge.documents.map((document) => [`${prefix}${document.id}`, document]))
  const missing: string[] = []
  for (const path of waiting.paths) {
    const document = atHead.get(path)
    if (document !== undefined && isFile(document) && isUnchanged(path)) shared.set(document.id, document)
    else missing.push(path)
  }
  await waiting.checkOut(missing)
  return shared
}

function isFile(document: Document): document is FileDocument {
  return document.bytes !== undefined
}

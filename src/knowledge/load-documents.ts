import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { UserError } from '../errors.ts'
import type { Document } from '../model.ts'
import { contentHash } from './content-hash.ts'
import { decodeText } from './decode-text.ts'
import { listFiles } from './list-files.ts'
import { selectFiles } from './select-files.ts'
import { SKIPPED, SkipCounts } from './skipped.ts'
import { type FileOnDisk, Workspace } from './workspace.ts'

/** Files larger than this are rarely written by people: 1 MB. */
export const DEFAULT_MAX_BYTES = 1_000_000
/** After so many files, signals get their turn. */
const FILES_PER_TURN = 256

export interface DocumentsOptions {
  /** The workspace: an absolute path, or one relative to the working directory. */
  readonly root: string
  /** Patterns as in `select-files.ts`. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Where reports are written: absolute, or relative to `root`. Nothing in it is a document. */
  readonly outputFolder: string
  /** Likewise where the cache lies, if anywhere. */
  readonly cacheFolder?: string | undefined
  /** The largest file that is read, in bytes. */
  readonly maxBytes?: number
}

export interface LoadedDocuments {
  /** In code-unit order of their paths. */
  readonly documents: Document[]
  /** Reason -> how many selected files are not documents for it. */
  readonly skipped: Record<string, number>
}

/**
 * Reads the documents of a workspace. Throws a UserError when there are none, and where git or a pattern is at fault.
 */
export async function loadDocuments(options: DocumentsOptions, signal?: AbortSignal): Promise<LoadedDocuments> {
  if (!existsSync(options.root)) throw new UserError({ where: options.root, what: 'this folder does not exist' })
  const counts = new SkipCounts()
  const listed = await listFiles(options.root, ownFolders(options), counts, signal)
  const selected = selectFiles(listed, options.include, options.exclude)
  const files = findFiles(options, selected, counts)
  const documents: Document[] = []
  for (const [index, file] of files.entries()) {
    if (index % FILES_PER_TURN === FILES_PER_TURN - 1) await setImmediate()
    signal?.throwIfAborted()
    const document = readDocument(file, counts)
    if (document !== undefined) documents.push(document)
  }
  const skipped = counts.toRecord()
  if (documents.length === 0) throw noDocuments(options, listed.length, selected.length, skipped)
  return { documents, skipped }
}

function ownFolders({ outputFolder, cacheFolder }: DocumentsOptions): string[] {
  return cacheFolder === undefined ? [outputFolder] : [outputFolder, cacheFolder]
}

interface ReadableFile extends FileOnDisk {
  readonly absolute: string
}

/** The selected files that are worth reading, each content once: a file itself goes before symlinks to it. */
function findFiles(
  { root, maxBytes = DEFAULT_MAX_BYTES }: DocumentsOptions,
  paths: string[],
  counts: SkipCounts,
): ReadableFile[] {
  const workspace = new Workspace(root)
  const found: ReadableFile[] = []
  for (const path of paths) {
    const file = workspace.find(path)
    if (file === undefined) continue
    if ('skipped' in file) counts.add(file.skipped)
    else if (file.bytes > maxBytes) counts.add(SKIPPED.tooLarge)
    else found.push({ ...file, absolute: workspace.absolute(file.realPath) })
  }
  return withoutRepeats(found, counts)
}

function withoutRepeats(files: readonly ReadableFile[], counts: SkipCounts): ReadableFile[] {
  const taken = new Set(files.filter((file) => !file.isLink).map((file) => file.realPath))
  return files.filter((file) => {
    if (!file.isLink) return true
    const isRepeat = taken.has(file.realPath)
    if (isRepeat) counts.add(SKIPPED.repeatedLink)
    taken.add(file.realPath)
    return !isRepeat
  })
}

function readDocument({ path, absolute }: ReadableFile, counts: SkipCounts): Document | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(absolute)
  } catch {
    counts.add(SKIPPED.unreadable)
    return undefined
  }
  const decoded = decodeText(bytes)
  if ('text' in decoded) return { id: path, path, text: decoded.text, hash: hashOf(decoded.text, bytes) }
  counts.add(decoded.skipped)
  return undefined
}

/** The content hash; of the bytes where they are what the text would be encoded to, which saves encoding it. */
function hashOf(text: string, bytes: Buffer): string {
  const asRead = !text.includes('\r\n') && !(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
  return asRead ? createHash('sha256').update(bytes).digest('hex') : contentHash(text)
}

function noDocuments(
  options: DocumentsOptions,
  listed: number,
  selected: number,
  skipped: Record<string, number>,
): UserError {
  const { include, exclude } = options
  const excluding = exclude.length === 0 ? '' : `, excluding ${exclude.join(', ')}`
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`)
  return new UserError({
    where: options.root,
    what: 'the knowledge base has no documents',
    expected: `files that match ${include.join(', ') || '(no pattern)'}${excluding}`,
    found: `${listed} files looked at, ${selected} match${reasons.length === 0 ? '' : `; left out: ${reasons.join(', ')}`}`,
    hint:
      listed === 0
        ? 'check that the folder is the right one and that .gitignore does not ignore it'
        : 'mend `documents.include` and `documents.exclude`; patterns are relative to this folder',
  })
}

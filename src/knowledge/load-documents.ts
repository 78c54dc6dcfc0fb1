import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { UserError } from '../errors.ts'
import type { Document } from '../model.ts'
import { contentHash } from './content-hash.ts'
import { decodeText, hasByteOrderMark, whyNoText } from './decode-text.ts'
import { listFiles } from './list-files.ts'
import { selectFiles } from './select-files.ts'
import { SKIPPED, SkipCounts } from './skipped.ts'
import { SlabReader } from './slab-reader.ts'
import { type FileOnDisk, Workspace } from './workspace.ts'

/** Files larger than this are rarely written by people: 1 MB. */
export const DEFAULT_MAX_BYTES = 1_000_000
/** After so many files, signals get their turn. */
const FILES_PER_TURN = 256

/** A document that is a file. */
export type FileDocument = Document & { readonly bytes: number }

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
  /** Likewise where models' answers lie. */
  readonly modelFolder?: string | undefined
  /** Documents by path that are known already: they need not be on the disk. */
  readonly shared?: ReadonlyMap<string, FileDocument> | undefined
  /** The largest file that is read, in bytes. */
  readonly maxBytes?: number
  /** Files read, of how many. */
  progress?(done: number, total: number): void
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
  const listed = await listFiles(options.root, ownFolders(options), counts, signal, options.shared)
  const selected = selectFiles(listed, options.include, options.exclude)
  const files = findFiles(options, selected, counts)
  const reader = new SlabReader()
  const documents: Document[] = []
  for (const [index, file] of files.entries()) {
    if (index % FILES_PER_TURN === FILES_PER_TURN - 1) {
      options.progress?.(index, files.length)
      await setImmediate()
    }
    signal?.throwIfAborted()
    const document = options.shared?.get(file.path) ?? readDocument(file, reader, counts)
    if (document !== undefined) documents.push(document)
  }
  const skipped = counts.toRecord()
  if (documents.length === 0) throw noDocuments(options, listed.length, selected.length, skipped)
  return { documents, skipped }
}

function ownFolders({ outputFolder, cacheFolder, modelFolder }: DocumentsOptions): string[] {
  return [outputFolder, cacheFolder, modelFolder].filter((folder) => folder !== undefined)
}

interface ReadableFile extends FileOnDisk {
  readonly absolute: string
}

/** The selected files that are worth reading, each content once: a file itself goes before symlinks to it. */
function findFiles(
  { root, shared, maxBytes = DEFAULT_MAX_BYTES }: DocumentsOptions,
  paths: string[],
  counts: SkipCounts,
): ReadableFile[] {
  const workspace = new Workspace(root)
  const found: ReadableFile[] = []
  for (const path of paths) {
    const known = shared?.get(path)
    const file =
      known === undefined ? workspace.find(path) : { path, bytes: known.bytes, realPath: path, isLink: false }
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

function readDocument(
  { path, absolute, bytes: size }: ReadableFile,
  reader: SlabReader,
  counts: SkipCounts,
): Document | undefined {
  let bytes: Buffer
  try {
    bytes = reader.read(absolute, size)
  } catch {
    counts.add(SKIPPED.unreadable)
    return undefined
  }
  const skipped = whyNoText(bytes)
  if (skipped === undefined) return documentAt(path, bytes)
  counts.add(skipped)
  return undefined
}

/** A document whose text is decoded when somebody wants it: a cache often knows all that there is to know of it. */
function documentAt(path: string, bytes: Buffer): Document {
  const read: { bytes?: Buffer; text?: string } = { bytes }
  return {
    id: path,
    path,
    hash: hashOf(bytes),
    bytes: bytes.length,
    get text() {
      if (read.text === undefined) {
        read.text = decodeText(read.bytes!)
        delete read.bytes
      }
      return read.text
    },
  }
}

/** The content hash; of the bytes where they are what the text would be encoded to, which saves decoding it. */
function hashOf(bytes: Buffer): string {
  const asRead = !bytes.includes('\r\n') && !hasByteOrderMark(bytes)
  return asRead ? createHash('sha256').update(bytes).digest('hex') : contentHash(decodeText(bytes))
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

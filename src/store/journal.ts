import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { type FileHandle, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  abandonedNames,
  createOpenFile,
  isOwn,
  LARGEST_FILE,
  openNames,
  sealedName,
  sealedNames,
  takeOver,
  writeSealed,
} from './journal-files.ts'
import { encodeRecords, type ReadRecords, readRecords, recordFile, type StoredRecord } from './record-file.ts'

/** What a run appends to. */
interface OwnFile {
  readonly name: string
  readonly file: FileHandle
  /** Of all that is in it. */
  readonly hash: ReturnType<typeof createHash>
  readonly added: Map<string, Uint8Array>
  size: number
}

/** More files than this that are smaller than `SMALL` become one. */
const MOST_SMALL = 16
const SMALL = LARGEST_FILE / 4
/** Files may vanish while a folder is read, when another run puts them together. */
const READINGS = 5

/**
 * Records that cost something to make, in a folder of their own: only ever added to. An added record is on disk before
 * `append` is done, so a killed run loses none; what it was writing when it was killed is found by length and checksum, and
 * left out. Each run appends to a file of its own, so several may share the folder. A file that is full is sealed, named by
 * its content, as it is; `close` does so with the last one, and puts small files together: however much there is, it rewrites
 * little.
 */
export class Journal {
  /** Absolute. */
  readonly folder: string
  readonly #records = new Map<string, Uint8Array>()
  readonly #damaged = new Set<string>()
  #own: OwnFile | undefined
  #writing: Promise<void> = Promise.resolve()

  /** Reads what is there; `notice` is told of what cannot be used. */
  constructor(folder: string, notice: (line: string) => void) {
    this.folder = folder
    for (const [name, { records, lost }] of readAll(folder)) {
      for (const { key, value } of records) if (!this.#records.has(key)) this.#records.set(key, value)
      if (lost === 0) continue
      this.#damaged.add(name)
      notice(noticeOf(join(folder, name), lost, openNames(folder).includes(name)))
    }
  }

  get size(): number {
    return this.#records.size
  }

  get(key: string): Uint8Array | undefined {
    return this.#records.get(key)
  }

  /** Any record, for what all have in common. */
  any(): Uint8Array | undefined {
    return this.#records.values().next().value
  }

  /** Resolves when the records are on disk. Throws where they cannot be written; nothing can be added from then on. */
  append(records: readonly StoredRecord[]): Promise<void> {
    this.#writing = this.#writing.then(() => this.#append(records))
    // Whoever appends is told; nobody else has to wait for it.
    this.#writing.catch(() => {})
    return this.#writing
  }

  async #append(records: readonly StoredRecord[]): Promise<void> {
    await this.#write(records)
    const own = this.#own!
    if (!(await isOwn(this.folder, own.name, own.file))) await this.#addAnew(own)
  }

  /** After a long silence another run took the file for one that is left over, maybe before the last words were in it. */
  async #addAnew({ file, added }: OwnFile): Promise<void> {
    this.#own = undefined
    await file.close()
    await this.#append(Array.from(added, ([key, value]) => ({ key, value })))
  }

  async #write(records: readonly StoredRecord[]): Promise<void> {
    const bytes = encodeRecords(records)
    while (this.#own !== undefined && this.#own.size + bytes.length > LARGEST_FILE) await this.#putAway(this.#own)
    this.#own ??= await openOwn(this.folder)
    const { file, hash, added } = this.#own
    await file.writeFile(bytes)
    await file.datasync()
    hash.update(bytes)
    this.#own.size += bytes.length
    for (const { key, value } of records) {
      this.#records.set(key, value)
      added.set(key, value)
    }
  }

  async #putAway(own: OwnFile): Promise<void> {
    const { name, file, hash } = own
    if (!(await isOwn(this.folder, name, file))) return this.#addAnew(own)
    this.#own = undefined
    await file.close()
    await rename(join(this.folder, name), join(this.folder, sealedName(hash)))
  }

  /** Puts away what this run added. Where that fails, it stays where it is, and is found there. */
  async close(): Promise<void> {
    await this.#writing.catch(() => {})
    const own = this.#own
    if (own === undefined) return
    this.#own = undefined
    const now = (await own.file.stat()).mtimeMs
    const isThere = await isOwn(this.folder, own.name, own.file)
    await own.file.close()
    const records = new Map(own.added)
    const replaced = [...(await this.#leftOver(now)), ...this.#smallFiles()]
    for (const name of replaced) {
      for (const { key, value } of readIfThere(join(this.folder, name))) records.set(key, value)
    }
    const written = await writeSealed(
      this.folder,
      Array.from(records, ([key, value]) => ({ key, value })),
    )
    for (const name of isThere ? [own.name, ...replaced] : replaced) {
      if (!written.includes(name)) await rm(join(this.folder, name), { force: true })
    }
  }

  /** Files of killed runs, taken over. */
  async #leftOver(now: number): Promise<string[]> {
    const names = (await abandonedNames(this.folder, now)).slice(0, MOST_SMALL)
    const taken: string[] = []
    for (const name of names) {
      const file = await takeOver(this.folder, name)
      if (file !== null) taken.push(file)
    }
    return taken
  }

  /** Whole files that are better put together. */
  #smallFiles(): string[] {
    const small = sealedNames(this.folder).filter(
      (name) => !this.#damaged.has(name) && sizeOf(join(this.folder, name)) < SMALL,
    )
    return small.length < MOST_SMALL ? [] : small
  }
}

async function openOwn(folder: string): Promise<OwnFile> {
  const { name, file } = await createOpenFile(folder)
  const beginning = recordFile([])
  await file.writeFile(beginning)
  return { name, file, hash: createHash('sha256').update(beginning), added: new Map(), size: beginning.length }
}

function readAll(folder: string): Map<string, ReadRecords> {
  for (let reading = 1; ; reading++) {
    try {
      // Open ones first: one that is sealed meanwhile is looked for twice, and not missed.
      const open = openNames(folder)
      const names = [...sealedNames(folder), ...open]
      return new Map(names.map((name) => [name, readRecords(join(folder, name))]))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || reading === READINGS) throw error
    }
  }
}

/** Without an end where another run has removed it. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY
}

/** Another run may have put it together with others meanwhile. */
function readIfThere(path: string): readonly StoredRecord[] {
  try {
    return readRecords(path).records
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function noticeOf(path: string, lost: number, isOpen: boolean): string {
  const end = `${lost} bytes at the end of ${path} are no whole record`
  return isOpen
    ? `${end} and are left out: a run was killed there, or is writing it now`
    : `${end}: the file is damaged. What it held may be asked for again; restore it, or delete it`
}

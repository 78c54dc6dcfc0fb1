import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { recordBytes, recordFile, type StoredRecord } from './record-file.ts'

/** A file that is whole and never changes, named by what it holds. */
const SEALED = /^[0-9a-f]{32}\.records$/
/** A file that a run appends to, or that it was killed over. */
const OPEN = /^open-\d{4}\.records$/
const UNFINISHED = /^seal-\d{4}\.tmp$/
/** Small enough for a repository of code, in bytes. */
export const LARGEST_FILE = 32 * 2 ** 20
/** After so many milliseconds without a word, nobody is writing any more. */
const ABANDONED = 10 * 60 * 1000

export function sealedNames(folder: string): string[] {
  return list(folder, SEALED)
}

export function openNames(folder: string): string[] {
  return list(folder, OPEN)
}

function list(folder: string, wanted: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => wanted.test(name))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A file of one's own to append to, which no other run has. */
export async function createOpenFile(folder: string): Promise<{ readonly name: string; readonly file: FileHandle }> {
  await mkdir(folder, { recursive: true })
  return createNumbered(folder, (number) => `open-${number}.records`)
}

/**
 * Takes a file that nobody writes to any more to another name, so that whoever writes to it after all notices
 * (`isOwn`). Null where another run was faster.
 */
export async function takeOver(folder: string, name: string): Promise<string | null> {
  const { name: taken, file } = await createOpenFile(folder)
  await file.close()
  try {
    await rename(join(folder, name), join(folder, taken))
    return taken
  } catch (error) {
    await rm(join(folder, taken), { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether an open file is still the one that has its name. */
export async function isOwn(folder: string, name: string, file: FileHandle): Promise<boolean> {
  const there = await stat(join(folder, name)).catch(() => null)
  const own = await file.stat()
  return there !== null && there.ino === own.ino && there.dev === own.dev
}

/** The name of a file for good. */
export function sealedName(content: ReturnType<typeof createHash>): string {
  return `${content.digest('hex').slice(0, 32)}.records`
}

/**
 * Writes records in the order of their keys, so that the same records are the same files whoever wrote them. Each file
 * appears whole, or not at all.
 */
export async function writeSealed(folder: string, records: Iterable<StoredRecord>): Promise<string[]> {
  const sorted = [...records].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const names: string[] = []
  for (const part of parts(sorted)) {
    const bytes = recordFile(part)
    const sealed = sealedName(createHash('sha256').update(bytes))
    const { name, file } = await createNumbered(folder, (number) => `seal-${number}.tmp`)
    try {
      await file.writeFile(bytes)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(join(folder, name), join(folder, sealed))
    names.push(sealed)
  }
  return names
}

/** What killed runs left: files that nobody writes to any more. What was never finished is removed. */
export async function abandonedNames(folder: string, now: number): Promise<string[]> {
  const old: string[] = []
  for (const name of [...openNames(folder), ...list(folder, UNFINISHED)]) {
    const age = await stat(join(folder, name)).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    )
    if (age <= ABANDONED) continue
    if (OPEN.test(name)) old.push(name)
    else await rm(join(folder, name), { force: true })
  }
  return old
}

function parts(records: readonly StoredRecord[]): StoredRecord[][] {
  const all: StoredRecord[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const record of records) {
    size += recordBytes(record)
    if (size > LARGEST_FILE) {
      all.push([])
      size = recordBytes(record)
    }
    all.at(-1)!.push(record)
  }
  return all
}

async function createNumbered(folder: string, nameOf: (number: string) => string) {
  for (let number = 1; number < 10_000; number++) {
    const name = nameOf(String(number).padStart(4, '0'))
    try {
      return { name, file: await open(join(folder, name), 'ax') }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw new Error(`${folder} holds too many unfinished files`)
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of the store: `SHELF-CONTENTHASH.pack`. It is written once and never changed. */
const NAME = /^([0-9a-f]{24})-([0-9a-f]{64})\.pack$/

export function isPackName(name: string): boolean {
  return NAME.test(name)
}

/** The names of a shelf's packs, in an order that does not depend on the machine. */
export function packNames(folder: string, shelf: string): string[] {
  return list(folder)
    .filter((name) => NAME.exec(name)?.[1] === shelf)
    .sort()
}

/** The names of all packs of a store. */
export function allPackNames(folder: string): string[] {
  return list(folder).filter(isPackName)
}

/** What a pack holds; `gone` where another run has removed it, `corrupt` where it is not what was written. */
export function readPack(folder: string, name: string): Uint8Array | 'gone' | 'corrupt' {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(join(folder, name))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'corrupt'
  }
  return NAME.exec(name)?.[2] === hashOf(bytes) ? bytes : 'corrupt'
}

/**
 * Writes a pack so that nobody ever sees a part of it: beside the store's packs, in `temporary`, then moved. Returns its
 * name, which is the same for the same bytes.
 */
export async function writePack(folder: string, temporary: string, shelf: string, bytes: Uint8Array): Promise<string> {
  const name = `${shelf}-${hashOf(bytes)}.pack`
  await writeFile(join(temporary, name), bytes)
  await rename(join(temporary, name), join(folder, name))
  return name
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

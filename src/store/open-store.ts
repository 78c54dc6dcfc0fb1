import { readdirSync } from 'node:fs'
import { UserError } from '../errors.ts'
import { codeFingerprint } from './code-fingerprint.ts'
import { TAG } from './mark-folder.ts'
import { Store } from './store.ts'

export interface OpenOptions {
  /** Absolute. */
  readonly folder: string
  /** What decides results beside the program: the version of Node. */
  readonly runtime: string
  notice(line: string): void
}

/** The store in a folder of its own. Throws `UserError` for a folder that holds something else. */
export function openStore({ folder, runtime, notice }: OpenOptions): Store {
  const names = namesIn(folder)
  if (names.length > 0 && !names.includes(TAG)) {
    throw new UserError({
      where: folder,
      what: 'the cache cannot be here: the folder holds something else',
      found: names.slice(0, 3).join(', '),
      hint: 'name a folder of its own with `--cache`, or leave the cache out with `--no-cache`',
    })
  }
  return new Store({ folder, fingerprint: `${codeFingerprint()} ${runtime}`, notice })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    // What is no folder is found out when it is written to.
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? ['a file'] : []
  }
}

import { access, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Config } from './config/config.ts'
import { loadConfig } from './config/load-config.ts'
import { UserError } from './errors.ts'
import { registries } from './registries.ts'

export interface GivenConfig {
  readonly config: Config
  /** Where it lies, and what messages call it. */
  readonly file: { readonly path: string; readonly shown: string }
  /** Its folder, absolute: paths in it begin there. */
  readonly root: string
}

const USUAL = 'retrieval-gate.yml'

/**
 * The config that a command is given, by a path relative to the working directory. Throws as `loadConfig`, and for what is
 * no file; where none is named and it lies in a folder above, with that place.
 */
export async function givenConfig(named: string | undefined, cwd: string): Promise<GivenConfig> {
  const shown = named ?? USUAL
  const path = resolve(cwd, shown)
  if (named === undefined && !(await exists(path))) await pointAbove(cwd)
  await refusePipe(path, shown)
  const config = await loadConfig(shown, registries, () => readFile(path))
  return { config, file: { path, shown }, root: dirname(path) }
}

/** Throws for the nearest folder above that has a config, up to the top of the repository. */
async function pointAbove(cwd: string): Promise<void> {
  let folder = cwd
  while (dirname(folder) !== folder && !(await exists(join(folder, '.git')))) {
    folder = dirname(folder)
    if (!(await exists(join(folder, USUAL)))) continue
    const found = relative(cwd, join(folder, USUAL)).replaceAll('\\', '/')
    const hint = `run this in that folder, or name it: \`--config ${found}\``
    throw new UserError({ where: USUAL, what: 'there is no config here', found, hint })
  }
}

/** What a config names is looked for beside it, the knowledge base too: beside `/dev/fd/63` lies the whole machine. */
async function refusePipe(path: string, shown: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found === null || found.isFile() || found.isDirectory()) return
  throw new UserError({
    where: shown,
    what: 'this is a pipe or a device, and what a config names is looked for beside it',
    hint: 'write it to a file in the repository',
  })
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

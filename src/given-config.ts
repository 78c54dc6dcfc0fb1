import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from './config/config.ts'
import { loadConfig } from './config/load-config.ts'
import { registries } from './registries.ts'

export interface GivenConfig {
  readonly config: Config
  /** Where it lies, and what messages call it. */
  readonly file: { readonly path: string; readonly shown: string }
  /** Its folder, absolute: paths in it begin there. */
  readonly root: string
}

/** The config that a command is given, by a path relative to the working directory. Throws as `loadConfig`. */
export async function givenConfig(shown: string | undefined = 'retrieval-gate.yml', cwd: string): Promise<GivenConfig> {
  const path = resolve(cwd, shown)
  const config = await loadConfig(shown, registries, () => readFile(path))
  return { config, file: { path, shown }, root: dirname(path) }
}

import { readFile } from 'node:fs/promises'
import { parseYaml } from './yaml-source.ts'

/** A config as it was given. */
export interface ConfigPath {
  /** Absolute. */
  readonly path: string
  /** What messages call it. */
  readonly shown: string
}

/** Where an entry of a section begins, 1-based; of a config that is in no file, its name: `embedders.small`. */
export async function entryPlace(
  config: ConfigPath | undefined,
  section: string,
  name: string,
): Promise<{ readonly file: string; readonly line?: number; readonly column?: number }> {
  if (config === undefined) return { file: `${section}.${name}` }
  const text = await readFile(config.path, 'utf8').catch(() => null)
  if (text === null) return { file: config.shown }
  const source = parseYaml(text, config.shown)
  return { file: config.shown, ...source.position([section, name], 'key') }
}

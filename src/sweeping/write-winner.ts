import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config/config.ts'
import { parseConfig } from '../config/load-config.ts'
import { readText } from '../config/read-text.ts'
import type { Axis } from '../config/sweep-axis.ts'
import type { Placed } from '../config/with-values.ts'
import { writeValues } from '../config/write-values.ts'
import { parseYaml } from '../config/yaml-source.ts'
import { UserError } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { registries } from '../registries.ts'
import type { TriedSetting } from './sweep-settings.ts'

export interface Winner {
  /** Of the config, as the user names it. */
  readonly path: string
  /** What the config held when the sweep began. */
  readonly text: string
  readonly axes: readonly Axis[]
  readonly winner: TriedSetting
}

/**
 * Puts the winner's values into the config, which is written whole or not at all.
 *
 * @throws UserError where the file has changed meanwhile, or the values cannot be set in it without changing something else
 */
export async function writeWinner({ path, text, axes, winner }: Winner, { cwd }: Ports): Promise<void> {
  const file = await realpath(resolve(cwd, path))
  const found = await readFile(file)
  if ((await readText(path, async () => found)) !== text) {
    throw new UserError({ where: path, what: 'the config has changed while the sweep ran; nothing was written to it' })
  }
  const values = axes.map((axis, index) => ({ path: axis.path, value: winner.values[index] }))
  const isWinner = (written: string) => isDeepStrictEqual(parsed(written, path), winner.config)
  const written = writeValues(text, [...missingTypes(text, path, winner.config), ...values], isWinner)
  if (written === null) {
    throw new UserError({
      where: path,
      what: 'the best values cannot be set here without changing something else',
      found: 'YAML aliases or an unusual layout',
      hint: `set them by hand: ${values.map((value) => `${value.path.join('.')}: ${JSON.stringify(value.value)}`).join(', ')}`,
    })
  }
  const hasMark = found.subarray(0, 3).equals(Buffer.from('\uFEFF'))
  await replace(file, hasMark ? `\uFEFF${written}` : written)
}

/** A config that names no strategies has one all the same; a key of it needs its type beside it. */
function missingTypes(text: string, path: string, { strategies }: Config): Placed[] {
  const given = parseYaml(text, path).value as { readonly strategies?: unknown }
  if (given.strategies !== undefined) return []
  return Object.entries(strategies).map(([name, { type }]) => ({ path: ['strategies', name, 'type'], value: type }))
}

function parsed(text: string, path: string): Config | null {
  try {
    return parseConfig(text, path, registries)
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}

async function replace(file: string, text: string): Promise<void> {
  const temporary = `${file}.tmp`
  try {
    await writeFile(temporary, text, { mode: (await stat(file)).mode })
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

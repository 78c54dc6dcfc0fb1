import { nearest } from '../../config/nearest.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import type { Library } from './draft.ts'
import type { LanceTable } from './lance.ts'
import { lanceMessage } from './lance-message.ts'
import { tablesOf } from './tables.ts'

/** Tables that a message names. */
const NAMED = 5

/** A table of the user's. Throws `EngineFailure` where there is none of that name: which there are, and what to look at. */
export async function ownTable(name: string, { connection, address }: Library): Promise<LanceTable> {
  try {
    return await connection.openTable(name)
  } catch (error) {
    const tables = await tablesOf(connection).catch((): string[] => [])
    const at = `LanceDB at ${address}`
    if (tables.includes(name)) throw new EngineFailure(`${at}: ${lanceMessage(error)}`, { cause: error })
    throw new EngineFailure(`${at} has no table \`${name}\`; ${whatIsThere(name, tables)}`, { cause: error })
  }
}

function whatIsThere(name: string, tables: readonly string[]): string {
  if (tables.length === 0) return 'it has none at all: is `uri` its folder, relative to the config?'
  const near = nearest(name, tables)
  if (near !== undefined) return `did you mean \`table: ${near}\`?`
  const named = tables.slice(0, NAMED).map((one) => `\`${one}\``)
  const more = tables.length > NAMED ? `, and ${tables.length - NAMED} more` : ''
  return `name one of those that it has with \`table\`: ${named.join(', ')}${more}`
}

import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'

export interface RealEngines {
  /** `postgres://...` of a server with pgvector. */
  readonly postgresql: string
  /** `http://...` of a server of Chroma. */
  readonly chroma: string
}

/** The servers that `setup.sh` and `start.sh` beside this file made in the folder RETRIEVAL_GATE_ENGINES; null without. */
export const realEngines: RealEngines | null = readAddresses(process.env.RETRIEVAL_GATE_ENGINES)

/** A folder with `node_modules` that has `@lancedb/lancedb`; null without. */
export const lanceFolder: string | null = lanceIn(process.env.RETRIEVAL_GATE_LANCEDB)

if (realEngines === null) console.info('skipped: RETRIEVAL_GATE_ENGINES names no folder with running engines')
if (lanceFolder === null) console.info('skipped: RETRIEVAL_GATE_LANCEDB names no folder with @lancedb/lancedb')

function readAddresses(folder: string | undefined): RealEngines | null {
  if (folder === undefined || !existsSync(join(folder, 'addresses'))) return null
  const lines = readFileSync(join(folder, 'addresses'), 'utf8').trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2))) as RealEngines
}

function lanceIn(folder: string | undefined): string | null {
  return folder !== undefined && existsSync(join(folder, 'node_modules/@lancedb/lancedb')) ? resolve(folder) : null
}

/** A workspace of its own that has LanceDB installed. */
export function lanceWorkspace(): string {
  const folder = temporaryFolder()
  symlinkSync(join(lanceFolder!, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

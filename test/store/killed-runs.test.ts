import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'
import { repository } from '../support/repository-files.ts'
import { textCodec } from './text-codec.ts'

const KILLS = 20
/** Killed at a time, so that each dies while the others read and write. */
const TOGETHER = 4

/** Starts a writer, kills it after so many lines of output, and returns what it said. */
async function killedAfter(lines: number, folder: string, own: string): Promise<string[]> {
  const program = join(repository, 'test/store/write-for-ever.ts')
  const writer: ChildProcess = spawn('node', ['--import', 'tsx', program, folder, own], { cwd: repository })
  const said: string[] = []
  for await (const line of createInterface({ input: writer.stdout! })) {
    said.push(line)
    if (said.length === lines) writer.kill('SIGKILL')
  }
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
  expect(writer.signalCode).toBe('SIGKILL')
  return said
}

it('leave nothing that a later run would take for what it is not', async () => {
  const folder = join(temporaryFolder(), 'cache')
  for (let kill = 0; kill < KILLS; kill += TOGETHER) {
    const turns = Array.from({ length: TOGETHER }, (_, turn) => killedAfter(1 + kill / 4 + turn, folder, `w${turn}`))
    for (const said of await Promise.all(turns)) expect(new Set(said)).toEqual(new Set(['writes']))
    const notices: string[] = []
    const store = new Store({ folder, fingerprint: 'v1', notice: (line) => notices.push(line) })
    const rows = await store.rows('texts', textCodec)
    expect(notices).toEqual([])
    for (let turn = 0; turn < TOGETHER; turn++) {
      for (let index = 0; index < 140; index++) {
        const key = `w${turn} ${Math.floor(index / 20)} ${index % 20}`
        expect([undefined, key.repeat(20_000)]).toContain(rows.get(key))
      }
    }
  }
  expect(readdirSync(folder).some((name) => name.endsWith('.pack'))).toBe(true)
}, 300_000)

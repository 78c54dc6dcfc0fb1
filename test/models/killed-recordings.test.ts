import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identityText } from '../../src/models/model-label.ts'
import { Random } from '../../src/statistics/random.ts'
import { ModelStore } from '../../src/store/model-store.ts'
import { keyOf } from '../../src/store/record-file.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'
import { embeddingProgram } from './embedding-program.ts'

const KILLS = 50
const TEXTS = 60
const BATCH = 4
const CONCURRENCY = 3
/** Stores that are filled at the same time, each by a run after the other. */
const LANES = 4
/** Large enough that a record is not written in one go by accident. */
const DIMENSIONS = 512

let server: Server
/** What is told of each call, by the path that it is made to. */
const onCall = new Map<string, (texts: string[]) => void>()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const texts = (await json(request)) as string[]
    onCall.get(request.url!)!(texts)
    response.end(JSON.stringify(texts.map((text) => new Array(DIMENSIONS).fill(text.length))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => void server.close())

/** Names of the texts in the store, and what a reader of it is told. */
function storedIn(folder: string) {
  const notices: string[] = []
  const identity = { provider: 'counting', model: 'm', parameters: {} }
  const store = new ModelStore({ folder, notice: (line) => notices.push(line) })
  const journal = store.journal('counting/m', identityText('embedder', identity))
  const stored = new Set<string>()
  for (let index = 0; index < TEXTS; index++) {
    const text = `text ${index}`
    const value = journal.get(keyOf(['passage', text]))
    if (value === undefined) continue
    expect([...new Float32Array(value.buffer, value.byteOffset, value.byteLength / 4)]).toEqual(
      new Array(DIMENSIONS).fill(text.length),
    )
    stored.add(text)
  }
  return { stored, notices }
}

it('lose nothing that was answered but the calls under way, and never pay for what is stored', async () => {
  const folder = temporaryFolder()
  const program = await embeddingProgram(folder)
  const { port } = server.address() as AddressInfo
  const chance = new Random('killed recordings')
  const random = () => chance.unit()
  const start = (store: string, path: string): ChildProcess => {
    const given = [store, `http://127.0.0.1:${port}${path}`, TEXTS, BATCH, CONCURRENCY].map(String)
    return spawn('node', [program, ...given], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  let kills = 0
  /** Fills a store, killed again and again. */
  const fill = async (store: string, path: string) => {
    let paid = 0
    let lost = 0
    for (;;) {
      const before = storedIn(store).stored
      const calls: string[][] = []
      // Beyond the calls that are left, the run comes to its end.
      const fatal = 1 + Math.floor(random() * 5)
      const child = start(store, path)
      const exit = once(child, 'exit')
      onCall.set(path, (texts) => {
        calls.push(texts)
        if (calls.length !== fatal || kills >= KILLS) return
        const delay = random() * 6
        setTimeout(() => child.kill('SIGKILL'), delay)
      })
      await exit
      const asked = calls.flat()
      paid += asked.length
      expect(new Set(asked).size, 'asked for twice in one run').toBe(asked.length)
      expect(
        asked.filter((text) => before.has(text)),
        'asked for although stored',
      ).toEqual([])
      const { stored, notices } = storedIn(store)
      for (const text of before) expect(stored.has(text), `${text} was stored`).toBe(true)
      for (const line of notices) expect(line).toContain('a run was killed there')
      const broken = calls.filter((texts) => texts.some((text) => !stored.has(text)))
      lost += asked.filter((text) => !stored.has(text)).length
      expect(broken.length, 'calls with something lost').toBeLessThanOrEqual(CONCURRENCY)
      if (child.signalCode === 'SIGKILL') kills++
      else {
        expect([child.exitCode, broken, stored.size]).toEqual([0, [], TEXTS])
        break
      }
    }
    // To the text: nothing was paid for twice but what was lost.
    expect(paid).toBe(TEXTS + lost)
  }
  const lane = async (_: unknown, number: number) => {
    for (let round = 0; kills < KILLS; round++) await fill(join(folder, `store ${number} ${round}`), `/${number}`)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  expect(kills).toBeGreaterThanOrEqual(KILLS)
}, 120_000)

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
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

/** Two runs, of these many texts each; the second begins with the text `OWN` of the first. */
const TEXTS = 80
const OWN = 40
const ALL = TEXTS + OWN
const BATCH = 4
const CONCURRENCY = 3
const DIMENSIONS = 512
const ROUNDS = 6

const isShared = (text: string) => {
  const index = Number(text.split(' ')[1])
  return index >= OWN && index < TEXTS
}

let server: Server
/** What is told of each call, by the path that it is made to; it is answered afterwards. */
const onCall = new Map<string, (texts: string[]) => Promise<void>>()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const texts = (await json(request)) as string[]
    await onCall.get(request.url!)!(texts)
    response.end(JSON.stringify(texts.map((text) => new Array(DIMENSIONS).fill(text.length))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => void server.close())

function start(program: string, store: string, path: string, first: number): ChildProcess {
  const { port } = server.address() as AddressInfo
  const given = [store, `http://127.0.0.1:${port}${path}`, TEXTS, BATCH, CONCURRENCY, first].map(String)
  return spawn('node', [program, ...given], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Names of the texts in the store, each with the right vector, and what a reader is told. */
function storedIn(folder: string) {
  const notices: string[] = []
  const store = new ModelStore({ folder, notice: (line) => notices.push(line) })
  const identity = { provider: 'counting', model: 'm', parameters: {} }
  const journal = store.journal('counting/m', identityText('embedder', identity))
  const stored = Array.from({ length: ALL }, (_, index) => `text ${index}`).filter((text) => {
    const value = journal.get(keyOf(['passage', text]))
    if (value === undefined) return false
    const vector = new Float32Array(value.buffer, value.byteOffset, value.byteLength / 4)
    expect([...vector]).toEqual(new Array(DIMENSIONS).fill(text.length))
    return true
  })
  return { stored: new Set(stored), notices, files: readdirSync(journal.folder) }
}

/** Both ask before either has an answer, so that they run at the same time; the first is killed at its `fatal`-th call. */
async function fillTogether(program: string, store: string, name: string, fatal: number, delay: number) {
  const asked: Record<'killed' | 'other', string[][]> = { killed: [], other: [] }
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const isBegun = () => asked.killed.length > 0 && asked.other.length > 0
  const victim = start(program, store, `/${name}/killed`, 0)
  const note = (who: 'killed' | 'other') => async (texts: string[]) => {
    asked[who].push(texts)
    if (who === 'killed' && asked.killed.length === fatal) setTimeout(() => victim.kill('SIGKILL'), delay)
    if (isBegun()) begin()
    await begun
  }
  onCall.set(`/${name}/killed`, note('killed'))
  onCall.set(`/${name}/other`, note('other'))
  const other = start(program, store, `/${name}/other`, OWN)
  await Promise.all([once(victim, 'exit'), once(other, 'exit')])
  return { victim, other, asked }
}

it('are whole when two runs fill one store and one of them is killed, and no more than the overlap is paid for twice', async () => {
  const program = await embeddingProgram(temporaryFolder())
  const chance = new Random('shared recordings')
  let kills = 0
  for (let round = 0; round < ROUNDS; round++) {
    const store = join(temporaryFolder(), 'models')
    // At least as many calls as are under way while the other has not asked yet.
    const fatal = 1 + Math.floor(chance.unit() * (TEXTS / BATCH))
    const { victim, other, asked } = await fillTogether(program, store, `${round}`, fatal, chance.unit() * 5)
    expect(other.exitCode).toBe(0)
    if (victim.signalCode === 'SIGKILL') kills++
    const left = storedIn(store)
    for (const line of left.notices) expect(line).toContain('a run was killed there')
    // All that the other run paid for is there, and of the killed one all but the calls under way.
    for (const text of asked.other.flat()) expect(left.stored.has(text), text).toBe(true)
    const lost = asked.killed.filter((texts) => texts.some((text) => !left.stored.has(text)))
    expect(lost.length).toBeLessThanOrEqual(CONCURRENCY)

    const again: string[] = []
    onCall.set(`/${round}/killed`, async (texts) => void again.push(...texts))
    const repeated = start(program, store, `/${round}/killed`, 0)
    await once(repeated, 'exit')
    expect(repeated.exitCode).toBe(0)
    expect(
      again.filter((text) => left.stored.has(text)),
      'asked for although stored',
    ).toEqual([])

    const times = new Map<string, number>()
    for (const text of [...asked.killed.flat(), ...asked.other.flat(), ...again]) {
      times.set(text, (times.get(text) ?? 0) + 1)
    }
    const lostTexts = new Set(lost.flat())
    for (const [text, count] of times) {
      expect(count, text).toBeLessThanOrEqual(1 + Number(isShared(text)) + Number(lostTexts.has(text)))
    }
    const whole = storedIn(store)
    expect(whole.stored.size).toBe(ALL)
    for (const line of whole.notices) expect(line).toContain('a run was killed there')
    expect(whole.files.filter((file) => file.endsWith('.tmp'))).toEqual([])
  }
  expect(kills).toBeGreaterThanOrEqual(ROUNDS / 2)
}, 120_000)

it('are whole when two runs that are not killed end at the same time', async () => {
  const program = await embeddingProgram(temporaryFolder())
  const store = join(temporaryFolder(), 'models')
  const { victim, other } = await fillTogether(program, store, 'both', Number.POSITIVE_INFINITY, 0)
  expect([victim.exitCode, other.exitCode]).toEqual([0, 0])
  const { stored, notices, files } = storedIn(store)
  expect([stored.size, notices]).toEqual([ALL, []])
  expect(files.filter((file) => !/^[0-9a-f]{32}\.records$/.test(file))).toEqual([])
}, 60_000)

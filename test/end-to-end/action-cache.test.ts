import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'
import type { ActionRun } from '../support/github/run-action.ts'
import type { Fault } from '../support/github/stand-in.ts'

let rig: ActionRig

beforeAll(async () => {
  await builtAction()
}, 120_000)
beforeEach(async () => {
  rig = await ActionRig.start()
})
afterEach(() => rig.stop())

const env = { ACTIONS_CACHE_SERVICE_V2: 'true' }
const folder = () => join(rig.repository.path, '.retrieval-gate')
const calls = (method: string) => rig.github.calls.filter((call) => call.endsWith(`CacheService/${method}`)).length
const blobs = (method: string) => rig.github.calls.filter((call) => call.startsWith(`${method} /storage/cache/`)).length
const linesOf = (log: string) => log.split('\n').filter((line) => line.includes('Cache'))

/** A push on a runner that nothing was left on. */
async function freshPush(more: Partial<ActionRun> = {}) {
  await rm(folder(), { recursive: true, force: true })
  return rig.push({ ...more, env: { ...env, ...more.env } })
}

const at =
  (part: string, answer: ReturnType<Fault>): Fault =>
  (seen) =>
    seen.path.includes(part) ? answer : undefined

describe('the cache of GitHub Actions', () => {
  it('is filled by the first run, and read by the next, which has nothing to add', async () => {
    const first = await freshPush()
    expect(first).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
    expect(first.log).toContain('Cache: no earlier run has kept anything yet')
    expect(first.log).toMatch(/Cache: kept for later runs: \d files? as retrieval-gate-1-linux-/)
    expect(rig.github.state.caches).toMatchObject([{ finalized: true }])

    const second = await freshPush()
    expect(second).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
    expect(second.log).toMatch(/Cache: restored from an earlier run: [1-9] files? of retrieval-gate-1-linux-/)
    expect(second.log).not.toContain('kept')
    expect(calls('CreateCacheEntry')).toBe(1)
    expect(second.log).not.toContain('::warning')
  })

  it('is read by a change from the base branch, and keeps what the change adds under a key of its own', async () => {
    await freshPush()
    await rig.repository.breakPages(2)
    await rm(folder(), { recursive: true })
    const change = await rig.pullRequest({ env })
    expect(change.log).toContain('Cache: restored from an earlier run')
    const [newer, older] = rig.github.state.caches
    expect(newer).toMatchObject({ finalized: true, version: older?.version })
    expect(newer?.key.slice(0, -32)).toBe(older?.key.slice(0, -32))
    expect(newer?.key).not.toBe(older?.key)
  })

  it('is kept once by jobs that work out the same side by side, shards for example', async () => {
    rig.github.faults.push(at('GetCacheEntryDownloadURL', { status: 200, body: { ok: false } }))
    await freshPush()
    const beside = await freshPush()
    expect(beside.code).toBe(0)
    expect(linesOf(beside.log).at(-1)).toMatch(/^Cache: another job keeps retrieval-gate-1-/)
    expect(rig.github.state.caches).toHaveLength(1)
  })

  it('is not touched with `cache: false`, nor where nothing is evaluated', async () => {
    const off = await freshPush({ inputs: { cache: 'false' } })
    expect(off).toMatchObject({ code: 0 })
    rig.github.state.changedFiles = [{ filename: 'src/unrelated.ts' }]
    await rig.pullRequest({ env })
    expect(rig.github.calls.filter((call) => call.includes('CacheService'))).toEqual([])
  })

  it('is missed in one line where there is none', async () => {
    const { code, log } = await rig.push()
    expect(code).toBe(0)
    expect(linesOf(log)).toEqual(['Cache: this runner has no cache service; everything is worked out in this run'])
  })
})

describe('a cache that fails costs one line, never the verdict', () => {
  const faults: [string, Fault, RegExp][] = [
    [
      'cache write denied: read-only token',
      at('CreateCacheEntry', refusal('cache write denied: the token is read-only')),
      /nothing could be kept for later runs \(.*the token is read-only\)/,
    ],
    [
      '403 on upload',
      (seen) => (seen.method === 'PUT' && seen.path.includes('/storage/cache/') ? { status: 403 } : undefined),
      /nothing could be kept/,
    ],
    [
      'cache read denied',
      at('GetCacheEntryDownloadURL', refusal('cache read denied: no readable scope')),
      /nothing could be restored \(.*cache read denied/,
    ],
    ['the connection breaks', at('CacheService', 'hang up'), /nothing could be restored \(.*ECONNRESET/],
    ['the service hangs', at('CacheService', 'hang'), /nothing could be restored \(no answer within 2 seconds\)/],
    [
      'an answer that is no JSON',
      at('GetCacheEntryDownloadURL', { status: 400, body: Buffer.from('<html>') }),
      /nothing could be restored/,
    ],
  ]
  it.each(faults)('%s', async (_name, fault, line) => {
    rig.github.faults.push(fault)
    const { code, log, outputs } = await freshPush({ env: { RETRIEVAL_GATE_CACHE_SECONDS: '2' } })
    expect({ code, verdict: outputs.verdict }).toEqual({ code: 0, verdict: 'pass' })
    expect(linesOf(log).filter((one) => line.test(one))).toHaveLength(1)
    expect(log).not.toMatch(/^::(warning|error)/m)
    expect(linesOf(log).join()).not.toContain('sig=secret')
  })

  it('a corrupt archive: everything is worked out anew', async () => {
    await freshPush()
    for (const entry of rig.github.state.caches) entry.content = Buffer.from('not an archive')
    const { code, log, outputs } = await freshPush()
    expect({ code, verdict: outputs.verdict }).toEqual({ code: 0, verdict: 'pass' })
    expect(log).toMatch(/Cache: nothing could be restored \(.*tar.*\)/)
    expect(existsSync(join(folder(), 'cache', 'CACHEDIR.TAG'))).toBe(true)
    expect((await freshPush()).log).toMatch(/Cache: restored from an earlier run: [1-9]/)
  })

  it('a download that breaks off', async () => {
    await freshPush()
    rig.github.faults.push((seen) =>
      seen.method === 'GET' && seen.path.includes('/storage/cache/') ? 'hang up' : undefined,
    )
    const { code, log } = await freshPush({ env: { RETRIEVAL_GATE_CACHE_SECONDS: '2' } })
    expect(code).toBe(0)
    expect(log).toContain('nothing could be restored')
    expect(blobs('PUT')).toBe(1)
  })
})

function refusal(msg: string) {
  return { status: 403, body: { code: 'permission_denied', msg } }
}

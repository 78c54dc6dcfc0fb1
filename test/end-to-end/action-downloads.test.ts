import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'
import { repository } from '../support/repository-files.ts'

const REVISION = 'c'.repeat(40)
const MODEL = `acme/tiny/resolve/${REVISION}/`
const env = { ACTIONS_CACHE_SERVICE_V2: 'true' }

let rig: ActionRig
let hub: Server
let downloads: string[] = []

beforeAll(async () => {
  await builtAction()
}, 120_000)

beforeEach(async () => {
  downloads = []
  hub = createServer((request, response) => {
    const path = request.url!.split(MODEL)[1]
    const file = join(repository, 'test/support/onnx/tiny-embedder', path ?? 'none')
    if (path === undefined || !existsSync(file)) return response.writeHead(404).end()
    if (request.method === 'GET') downloads.push(path)
    return response.end(request.method === 'HEAD' ? undefined : readFileSync(file))
  })
  await new Promise<void>((resolve) => void hub.listen(0, '127.0.0.1', resolve))
  rig = await ActionRig.start()
  const { path } = rig.repository
  const address = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`
  const config = (await readFile(join(path, 'retrieval-gate.yml'), 'utf8')).concat(
    `  dense: { type: dense, embedder: tiny }\nprimary: bm25\n`,
    `embedders:\n  tiny: { type: onnx, model: acme/tiny, revision: ${REVISION}, hub: "${address}" }\n`,
  )
  await writeFile(join(path, 'retrieval-gate.yml'), config)
  await writeFile(join(path, '.gitignore'), 'retrieval-gate-report/\n.retrieval-gate/\n')
})

afterEach(async () => {
  hub.closeAllConnections()
  hub.close()
  await rig.stop()
})

const folder = () => join(rig.repository.path, '.retrieval-gate')
const linesOf = (log: string) => log.split('\n').filter((line) => line.includes('Cache of'))

describe('a model of the hub', () => {
  it('is downloaded by the first run, and by no pull request after it', async () => {
    const first = await rig.push({ env })
    expect(first).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
    expect(downloads.sort()).toEqual(['1_Pooling/config.json', 'model.onnx', 'tokenizer.json', 'tokenizer_config.json'])
    expect(linesOf(first.log)).toEqual([
      'Cache of acme/tiny: no earlier run has kept anything yet',
      expect.stringMatching(
        `^Cache of acme/tiny: kept for later runs: 8 files as retrieval-gate-model-1-acme-tiny-${REVISION}-[0-9a-f]{32}$`,
      ),
    ])
    // Kept apart from what is kept with every run.
    expect(rig.github.state.caches).toHaveLength(2)

    await rm(folder(), { recursive: true })
    await rig.repository.breakPages(1)
    const change = await rig.pullRequest({ env })
    expect(change.outputs.verdict).toMatch(/pass|fail/)
    expect(downloads).toHaveLength(4)
    expect(linesOf(change.log)).toEqual([
      expect.stringMatching(
        /^Cache of acme\/tiny: restored from an earlier run: 8 files of retrieval-gate-model-1-acme-tiny-/,
      ),
    ])
    expect(rig.github.state.caches).toHaveLength(3)
    expect(existsSync(join(folder(), 'models/hub/.gitignore'))).toBe(true)
  }, 120_000)

  it('is left alone where the runner has it already, and not kept with `cache: false`', async () => {
    await rig.push({ env, inputs: { cache: 'false' } })
    expect([downloads.length, rig.github.state.caches.length]).toEqual([4, 0])
    const again = await rig.push({ env })
    expect([downloads.length, linesOf(again.log)]).toEqual([4, []])
  }, 120_000)
})

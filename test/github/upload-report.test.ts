import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readZipEntry } from '../../src/github/read-zip-entry.ts'
import { uploadReport } from '../../src/github/upload-report.ts'
import { runtimeToken } from '../support/github/runtime-token.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'

let github: GitHubStandIn
let directory: string

beforeEach(async () => {
  github = await GitHubStandIn.start()
  directory = await mkdtemp(join(tmpdir(), 'retrieval-gate-'))
  await mkdir(join(directory, 'runs'))
  await writeFile(join(directory, 'report.json'), '{"verdict": "pass"}')
  await writeFile(join(directory, 'runs/bm25.run'), 'Q1 Q0 a 1 1 bm25\n')
  vi.stubEnv('ACTIONS_RESULTS_URL', `${github.url}/`)
  vi.stubEnv('ACTIONS_RUNTIME_TOKEN', runtimeToken(7))
  vi.stubEnv('GITHUB_SERVER_URL', 'http://github.localhost')
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await github.stop()
  await rm(directory, { recursive: true })
})

const upload = (more: object = {}) =>
  uploadReport({
    name: 'gate',
    directory,
    files: ['report.json', 'runs/bm25.run'].map((file) => join(directory, file)),
    ...more,
  })

describe('uploadReport', () => {
  it('uploads the files under their relative paths, and returns the id', async () => {
    const id = await upload()
    const [artifact] = github.state.artifacts
    expect(artifact).toMatchObject({ id, runId: 7, name: 'gate', finalized: true, expiresAt: null })
    const read = (name: string) =>
      readZipEntry(artifact?.content ?? Buffer.alloc(0), name, { entries: 9, bytes: 99, ratio: 9 }).toString()
    expect(read('report.json')).toBe('{"verdict": "pass"}')
    expect(read('runs/bm25.run')).toBe('Q1 Q0 a 1 1 bm25\n')
  })

  it('same artifact name 409 and re-run attempts: it replaces what an earlier attempt of the run uploaded', async () => {
    const first = await upload()
    const second = await upload()
    expect(github.state.artifacts.map(({ id }) => id)).toEqual([second])
    expect(second).not.toBe(first)
  })

  it('asks for the days that it is to be kept', async () => {
    await upload({ retentionDays: 3 })
    expect(github.state.artifacts[0]?.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('gives up on a service that does not answer', async () => {
    const never = () => new Promise<never>(() => {})
    const stuck = uploadReport(
      { name: 'gate', directory, files: [] },
      { uploadArtifact: never, deleteArtifact: never },
      1,
    )
    await expect(stuck).rejects.toThrow('has not taken it')
  })

  it('hands on why it could not', async () => {
    github.faults.push(() => ({ status: 403, body: { code: 'permission_denied', msg: 'no' } }))
    await expect(upload()).rejects.toThrow(/403.*no/s)
  })
})

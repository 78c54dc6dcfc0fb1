import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveBaseline } from '../../src/baseline/resolve-baseline.ts'
import { reportOf, simpleSide } from '../comparison/sides.ts'

let directory: string
const report = reportOf(simpleSide(2))
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'resolve-'))
  await writeFile(join(directory, 'base.json'), JSON.stringify(report))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('resolveBaseline', () => {
  it('reads a path relative to the directory', async () => {
    expect(await resolveBaseline({ wanted: 'base.json', directory })).toEqual({
      report,
      label: 'base.json',
      source: 'file',
      note: 'compared with base.json',
    })
  })

  it('never leaves out a baseline that was named', async () => {
    await expect(resolveBaseline({ wanted: 'missing.json', directory })).rejects.toThrow(/no report here/)
    await expect(resolveBaseline({ wanted: 'artifact', directory })).rejects.toThrow(/only in GitHub Actions/)
  })

  it('is none, with the reason, where none is asked for or nobody can look one up', async () => {
    expect(await resolveBaseline({ wanted: 'none', directory })).toMatchObject({ report: null, source: 'none' })
    expect(await resolveBaseline({ wanted: 'auto', directory })).toMatchObject({
      report: null,
      note: expect.stringMatching(/outside GitHub Actions/),
    })
  })

  it('takes what was looked up, or why there is none', async () => {
    const path = join(directory, 'base.json')
    const provider = async () => ({ path, label: 'a1b2c3d', commit: 'a1b2c3d', note: 'a1b2c3d, its artifact' })
    expect(await resolveBaseline({ wanted: 'auto', directory, provider })).toMatchObject({
      report: { schemaVersion: 1 },
      label: 'a1b2c3d',
      source: 'artifact',
      note: 'a1b2c3d, its artifact',
    })
    const nothing = async () => ({ none: 'no artifact on main yet' })
    expect(await resolveBaseline({ wanted: 'artifact', directory, provider: nothing })).toMatchObject({
      report: null,
      note: 'no artifact on main yet',
    })
  })
})

import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBaseline, readBaseline } from '../../src/baseline/read-baseline.ts'
import { UserError } from '../../src/errors.ts'
import { asking, query, reportOf, simpleSide } from '../comparison/sides.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const report = reportOf(simpleSide(3))
const text = JSON.stringify(report)

async function messageOf(attempt: () => unknown): Promise<string> {
  try {
    await attempt()
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

const refusal = (content: string) => messageOf(() => parseBaseline(content, 'base.json'))

describe('readBaseline', () => {
  it('reads what a run writes, with whatever else lies beside it', async () => {
    const path = join(folder, 'report.json')
    await writeFile(path, JSON.stringify({ ...report, comparison: null, verdict: { status: 'pass' } }))
    expect(await readBaseline(path)).toEqual(report)
  })

  it('keeps queries, strategies and documents of any name', () => {
    const names = ['__proto__', 'constructor', '1', 'a b', '登录']
    const side = simpleSide(names.length)
    const renamed = asking(side, (_, index) => query(names[index]!, [names[index]!]))
    const rankings = Object.fromEntries(names.map((name) => [name, [name]]))
    const odd = reportOf({
      ...renamed,
      documents: Object.fromEntries(names.map((name) => [name, name])),
      strategies: Object.fromEntries(names.map((name) => [name, { rankings }])),
    })
    const read = parseBaseline(JSON.stringify(odd), 'base.json')
    expect(read).toEqual(odd)
    expect(JSON.stringify(read)).toHaveLength(JSON.stringify(odd).length)
    expect(Object.keys(read.queries).sort()).toEqual([...names].sort())
    expect(Object.keys(read.strategies['__proto__']!.rankings)).toHaveLength(names.length)
  })

  it('says that there is none, for a path that is missing', async () => {
    const path = join(folder, 'nowhere.json')
    expect(await messageOf(() => readBaseline(path, 'base.json'))).toMatch(
      /^base\.json: there is no report here\n {2}to do: {4}name a report\.json, or make it again: `retrieval-gate run` on the base/,
    )
    expect(await messageOf(() => readBaseline(path, 'head.json', 'head'))).toBe(
      'head.json: there is no report here\n  to do:    name a report.json, or make it again: `retrieval-gate run`, then name its report.json',
    )
  })

  it('points into a folder that is named in place of its report', async () => {
    expect(await messageOf(() => readBaseline(folder, 'reports'))).toBe(
      'reports: there is no report here\n  found:    a folder\n  to do:    name the report.json in it',
    )
  })

  it('refuses 200 MB without reading them', async () => {
    const path = join(folder, 'large.json')
    const file = await open(path, 'w')
    await file.truncate(200 * 1024 * 1024)
    await file.close()
    expect(await messageOf(() => readBaseline(path, 'base.json'))).toMatch(
      /too large to read\n {2}expected: at most 100 MB\n {2}found: {4}200 MB/,
    )
  })

  it('refuses an empty file, a truncated one and one that is not JSON', async () => {
    expect(await refusal('')).toMatch(/^base\.json: this report is empty/)
    expect(await refusal(' \n')).toMatch(/^base\.json: this report is empty/)
    for (const cut of [text.slice(0, -1), text.slice(0, text.length / 2), 'schemaVersion: 1']) {
      expect(await refusal(cut)).toMatch(/^base\.json: this report is cut off, or not JSON/)
    }
  })

  it('refuses another schema version, and knows which side is the older', async () => {
    expect(await refusal(JSON.stringify({ ...report, schemaVersion: 2 }))).toMatch(
      /of another version\n {2}expected: schemaVersion 1\n {2}found: {4}schemaVersion 2\n.* or a newer one$/,
    )
    expect(await refusal(JSON.stringify({ ...report, schemaVersion: 0 }))).toMatch(/make it again/)
  })

  it('refuses what is not a report at all', async () => {
    for (const other of ['null', '[]', '{}', '"text"', '{"schemaVersion":"1"}']) {
      expect(await refusal(other)).toMatch(/^base\.json: this is not a retrieval-gate report/)
    }
  })

  it('says where a report is damaged', async () => {
    const damaged = { ...report, queries: { ...report.queries, q002: { text: 5 } } }
    expect(await refusal(JSON.stringify(damaged))).toMatch(/^base\.json: .* is damaged at queries\.q002\.text: /)
    expect(await refusal(JSON.stringify({ ...report, queries: [] }))).toMatch(/damaged at queries: expected an object/)
  })

  it('refuses a ranking that names a chunk that is not there', async () => {
    const bm25 = { ...report.strategies['bm25']!, rankings: { q001: [[99, 1]] } }
    expect(await refusal(JSON.stringify({ ...report, strategies: { bm25 } }))).toMatch(
      /damaged: bm25 on q001 names a chunk that is not in it/,
    )
  })
})

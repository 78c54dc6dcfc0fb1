import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mergeShards } from '../../src/merge-shards.ts'
import type { RunOptions } from '../../src/open-run.ts'
import type { RunResult } from '../../src/pipeline.ts'
import { runShard } from '../../src/run-shard.ts'
import { Secrets } from '../../src/secrets.ts'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { httpServer, sendJson } from '../support/engines/http-server.ts'
import {
  breakPages,
  CONFIG,
  commit,
  gatedRepository,
  portsOf,
  question,
  reportAt,
  runGate,
  topics,
} from '../support/gated-repository.ts'

const MORE = `${CONFIG}  dense: { type: dense, embedder: hashing }
  hybrid: { type: hybrid, of: [bm25, dense] }
  merged: { type: hybrid, of: [bm25, dense], merge: adjacent }
metrics: [ndcg@10, recall@5, mrr, no-evidence-accuracy, abstention-auroc, recall@tokens:500]
gate:
  - { metric: ndcg@10, maxDrop: 0.02 }
  - { metric: mrr, maxDrop: 0.05, confidence: require }
`

const UNANSWERABLE = JSON.stringify({ id: 'Q90', query: 'What is the weather tomorrow?', expected: [] })
const LINES = JSON.stringify({
  id: 'Q91',
  query: 'How do exports work?',
  expected: [{ path: 'docs/page-7.md', lines: [3, 3], grade: 2 }],
  category: 'faq',
})

/** A repository with lines, slices, unanswerable questions and several strategies. */
function repository(): string {
  const questions = topics.map((topic, index) => question(index + 1, topic))
  return gatedRepository({
    'retrieval-gate.yml': MORE,
    'eval.jsonl': `${[...questions, UNANSWERABLE, LINES].join('\n')}\n`,
  })
}

async function sharded(folder: string, count: number, options: RunOptions = {}): Promise<string> {
  const out = temporaryFolder()
  for (let index = 1; index <= count; index++) {
    const shard = { index, count }
    await runShard({ shard, out: join(out, `part-${index}`), ...options }, portsOf(folder))
  }
  return out
}

const merged = (folder: string, shards: string, baseline: string, options: RunOptions = {}) =>
  mergeShards([shards], { baseline, out: join(shards, 'merged'), timing: false, ...options }, portsOf(folder))

/** A branch that breaks pages, adds, drops and moves some, and asks one question more than its base. */
function changedRepository(): string {
  const folder = repository()
  git(folder, 'checkout', '-q', '-b', 'change')
  breakPages(folder, 3)
  git(folder, 'mv', 'docs/page-7.md', 'docs/moved.md')
  const more = JSON.stringify({ id: 'Q05b', query: 'Where are the invoices?', expected_files: ['docs/page-5.md'] })
  const old = readFileSync(join(folder, 'eval.jsonl'), 'utf8')
  write(folder, { 'eval.jsonl': `${old.replaceAll('page-7.md', 'moved.md')}${more}\n`, 'docs/new.md': '# Billing\n' })
  commit(folder, 'the change')
  return folder
}

const sameFiles = (one: RunResult, other: RunResult) => {
  expect([...one.files.keys()]).toEqual([...other.files.keys()])
  for (const [name, text] of other.files) expect(one.files.get(name), name).toBe(text)
}

describe('merged shards', () => {
  it.each([1, 3, 20])('of %i give the unsharded run, byte for byte', async (count) => {
    const folder = repository()
    const baseline = await reportAt(folder, 'main')
    breakPages(folder, 3)
    const whole = await runGate(folder, { baseline })
    const { files, verdict } = await merged(folder, await sharded(folder, count), baseline)
    expect(verdict.status).toBe('fail')
    expect([...files.keys()]).toEqual([...whole.files.keys()])
    for (const [name, text] of whole.files) expect(files.get(name), name).toBe(text)
  })

  it.each([1, 3])(
    'of %i that evaluated the base as well give the unsharded recomputed run, byte for byte',
    async (count) => {
      const folder = changedRepository()
      const options = { baseline: 'recompute', base: async () => ({ revision: 'main' }) }
      const whole = await runGate(folder, options)
      const parts = await sharded(folder, count, options)
      const result = await merged(folder, parts, 'recompute')
      expect(result.verdict.status).toBe('fail')
      expect(result.comparison?.base.source).toBe('recompute')
      sameFiles(result, whole)
    },
  )

  it('that recomputed for want of an artifact say so as the unsharded run does', async () => {
    const folder = changedRepository()
    const auto = {
      baseline: 'auto',
      baselineProvider: async () => ({ none: 'no artifact', recompute: { revision: 'main' } }),
    }
    const whole = await runGate(folder, auto)
    const result = await merged(folder, await sharded(folder, 2, auto), 'auto', auto)
    expect(result.baselineNote).toMatch(/^main at [0-9a-f]{7}, evaluated in this run \(no artifact\)$/)
    sameFiles(result, whole)
  })

  it('whose base could not be evaluated are compared with nothing, and say why', async () => {
    const folder = changedRepository()
    const lost = { baselineProvider: async () => ({ none: 'no artifact', recompute: { revision: 'nosuch' } }) }
    const auto = { baseline: 'auto', ...lost }
    const whole = await runGate(folder, auto)
    const result = await merged(folder, await sharded(folder, 2, auto), 'auto', auto)
    expect(result.baselineNote).toMatch(/^no artifact; nor can the base be evaluated here: /)
    sameFiles(result, whole)
  })

  it('that evaluated no base are refused by `recompute`, with the way out', async () => {
    const folder = changedRepository()
    await expect(merged(folder, await sharded(folder, 2), 'recompute')).rejects.toThrow(/did not evaluate the base/)
  })

  it('are refused where they evaluated different bases', async () => {
    const folder = changedRepository()
    const out = await sharded(folder, 2, { baseline: 'recompute', base: async () => ({ revision: 'main' }) })
    const options = { baseline: 'recompute', base: async () => ({ revision: 'change' }) }
    await runShard({ shard: { index: 2, count: 2 }, out: join(out, 'part-2'), ...options }, portsOf(folder))
    await expect(merged(folder, out, 'recompute')).rejects.toThrow('shards 1 and 2 evaluated different bases')
  })

  it('do not depend on the order of the questions in the file', async () => {
    const folder = repository()
    const [first] = await Promise.all([sharded(folder, 2)])
    const ids = (shards: string, part: number) =>
      Object.keys(
        JSON.parse(readFileSync(join(shards, `part-${part}`, `shard-${part}-of-2.json`), 'utf8')).report.strategies.bm25
          .rankings,
      ).sort()
    const lines = readFileSync(join(folder, 'eval.jsonl'), 'utf8').trim().split('\n')
    write(folder, { 'eval.jsonl': `${lines.toReversed().join('\n')}\n` })
    const second = await sharded(folder, 2)
    expect(ids(second, 1)).toEqual(ids(first, 1))
    expect([...ids(first, 1), ...ids(first, 2)]).toHaveLength(14)
  })

  describe('of a baseline that was timed', () => {
    /** A report of the main branch in which each question took as many milliseconds as `took` says. */
    const timedReport = async (folder: string, took: (id: string) => number) => {
      const path = await reportAt(folder, 'main')
      const report = JSON.parse(readFileSync(path, 'utf8'))
      const queries = Object.fromEntries(Object.keys(report.queries).map((id) => [id, took(id)]))
      writeFileSync(path, JSON.stringify({ ...report, timing: { queries } }))
      return path
    }
    const asked = (shards: string, part: number, count: number) =>
      Object.keys(
        JSON.parse(readFileSync(join(shards, `part-${part}`, `shard-${part}-of-${count}.json`), 'utf8')).report
          .strategies.bm25.rankings,
      ).sort()

    it('take about as long as one another, and give the unsharded run', async () => {
      const folder = repository()
      const baseline = await timedReport(folder, (id) => (id === 'Q3' ? 1000 : 10))
      const shards = await sharded(folder, 3, { baseline })
      expect(asked(shards, 1, 3)).toEqual(['Q3'])
      expect([2, 3].map((part) => asked(shards, part, 3).length)).toEqual([7, 6])
      sameFiles(await merged(folder, shards, baseline), await runGate(folder, { baseline }))
    })

    it('are refused where one was shared out by another baseline', async () => {
      const folder = repository()
      const shards = await sharded(folder, 2, { baseline: await timedReport(folder, () => 5) })
      const baseline = await timedReport(folder, (id) => id.length)
      await runShard({ shard: { index: 2, count: 2 }, out: join(shards, 'part-2'), baseline }, portsOf(folder))
      await expect(merged(folder, shards, 'none')).rejects.toThrow(
        'shards 1 and 2 shared out the questions by different baselines',
      )
    })

    it('hand on what they measured, so that the next ones can be balanced too', async () => {
      const folder = repository()
      const shards = await sharded(folder, 2)
      const { files } = await merged(folder, shards, 'none', { timing: true })
      const { timing, latency } = JSON.parse(files.get('report.json')!)
      expect(Object.keys(timing.queries)).toHaveLength(14)
      expect(latency).toBeUndefined()
      const untimed = await merged(folder, await sharded(folder, 2, { timing: false }), 'none', { timing: true })
      expect(JSON.parse(untimed.files.get('report.json')!).timing).toBeUndefined()
    })
  })

  const broken = async (spoil: (shards: string, folder: string) => unknown) => {
    const folder = repository()
    const shards = await sharded(folder, 3)
    await spoil(shards, folder)
    return merged(folder, shards, 'none')
  }
  const file = (shards: string, part: number) => join(shards, `part-${part}`, `shard-${part}-of-3.json`)

  it('are refused where one is missing, with its number', async () => {
    await expect(broken((shards) => rmSync(file(shards, 2)))).rejects.toThrow('1 of 3 shards is missing: 2')
  })

  it('are refused where one is there twice', async () => {
    const twice = broken((shards) => {
      mkdirSync(join(shards, 'again'))
      writeFileSync(join(shards, 'again', 'shard-2-of-3.json'), readFileSync(file(shards, 2)))
    })
    await expect(twice).rejects.toThrow('shard 2 of 3 is here twice')
  })

  it.each<[string, (folder: string) => void, RegExp]>([
    ['config', (folder) => write(folder, { 'retrieval-gate.yml': `${MORE}seed: other\n` }), /different .*seed/],
    ['corpus', (folder) => write(folder, { 'docs/new.md': '# New\n' }), /documents/],
    [
      'eval set',
      (folder) => write(folder, { 'eval.jsonl': `${topics.map((t, i) => question(i + 1, t)).join('\n')}\n` }),
      /questions/,
    ],
    ['commit', (folder) => git(folder, 'commit', '-q', '--allow-empty', '-m', 'x'), /different commit/],
  ])('are refused where one is of another %s', async (_, change, message) => {
    const mixed = broken(async (shards, folder) => {
      change(folder)
      await runShard({ shard: { index: 2, count: 3 }, out: join(shards, 'part-2') }, portsOf(folder))
    })
    await expect(mixed).rejects.toThrow(message)
  })

  it('are refused where one holds the questions of another', async () => {
    const swapped = broken((shards) => {
      const shard = JSON.parse(readFileSync(file(shards, 3), 'utf8'))
      writeFileSync(file(shards, 2), JSON.stringify({ ...shard, shard: { index: 2, count: 3 } }))
    })
    await expect(swapped).rejects.toThrow('shard 2 of 3 does not hold its own questions')
  })

  it.each([
    ['cut off', '{"shard":', /cut off/],
    ['of another kind', '{"schemaVersion": 1}', /no shard/],
  ])('are refused where one is %s', async (_, text, message) => {
    await expect(broken((shards) => writeFileSync(file(shards, 1), text))).rejects.toThrow(message)
  })

  it('say what was odd about the questions of each', async () => {
    const { url } = await httpServer((_, response) => sendJson(response, [{ path: 'docs/page-1.md' }]))
    const web = `  web: { type: http, url: "${url}", body: { q: "{{query}}" } }\n`
    const folder = gatedRepository({ 'retrieval-gate.yml': `${CONFIG}${web}` })
    const shards = temporaryFolder()
    for (const index of [1, 2, 3, 4, 5]) {
      const options = { shard: { index, count: 5 }, out: join(shards, `part-${index}`) }
      await runShard(options, { ...portsOf(folder), fetch })
    }
    const { report } = await merged(folder, shards, 'none')
    const said = (number: number) =>
      `web: the hits of ${number} questions have no scores; they count in the order that they came in.`
    expect(report.warnings).toEqual([said(3), said(2)])
  })

  it('know a model by what any of them could ask it', async () => {
    const folder = repository()
    const shards = await sharded(folder, 3)
    const canary = (model: string, vectors = 'AAAA') => ({ model, dimensions: 3, vectors })
    const found: Record<number, unknown> = { 2: [canary('b')], 3: [canary('a'), canary('b', 'BBBB')] }
    for (const part of [2, 3]) {
      const path = join(shards, `part-${part}`, `shard-${part}-of-3.json`)
      const shard = JSON.parse(readFileSync(path, 'utf8'))
      writeFileSync(path, JSON.stringify({ ...shard, report: { ...shard.report, canaries: found[part] } }))
    }
    expect((await merged(folder, shards, 'none')).report.canaries).toEqual([canary('a'), canary('b')])
  })

  it('come to reports without what nobody is to see', async () => {
    const folder = repository()
    const shards = await sharded(folder, 2)
    const secrets = new Secrets()
    secrets.add('ghs_0123456789')
    const options = { baselineProvider: async () => ({ none: 'refused: ghs_0123456789' }), baseline: 'auto' }
    const { files } = await mergeShards([shards], options, { ...portsOf(folder), secrets })
    expect(files.get('report.json')).toContain('refused: ***')
    for (const [name, text] of files) expect(text, name).not.toContain('ghs_0123456789')
  })

  it('are found beside what cannot be read', async () => {
    const folder = repository()
    const shards = await sharded(folder, 2)
    symlinkSync('nowhere', join(shards, 'dangling'))
    expect((await merged(folder, shards, 'none')).verdict.status).toBe('pass')
  })

  it('write no report.json: a part is never taken for a baseline', async () => {
    const folder = repository()
    const shards = await sharded(folder, 2)
    expect(readdirSync(join(shards, 'part-1'))).toEqual(['shard-1-of-2.json'])
    const path = join(shards, 'part-1', 'shard-1-of-2.json')
    await expect(runGate(folder, { baseline: path })).rejects.toThrow(/not a retrieval-gate report/)
  })
})

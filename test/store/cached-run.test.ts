import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunOptions } from '../../src/open-run.ts'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { breakPages, CONFIG, gatedRepository, page, runGate, topics } from '../support/gated-repository.ts'

const CACHE = '.retrieval-gate/cache'

const CODE = `/** Adds up. */
export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export class Passwords {
  set(name: string, value: string): void {
    this.#all.set(name, value)
  }
  readonly #all = new Map<string, string>()
}
`

const ODD_FILES = {
  'docs/windows.md': '# Windows\r\n\r\nHow themes work.\r\n\r\n```\r\ncode\r\n```\r\n',
  'docs/long.md': `# Long\n\n${'backups and webhooks '.repeat(400)}\n\nend\n`,
  'docs/repeats.md': '# Same\n\nexports\n\n# Same\n\nexports\n',
  'docs/chinese.md': '# 密码\n\n如何设置密码和备份。\n',
  'docs/empty.md': '',
  'docs/broken.ts': 'export function ((((\n',
  'docs/sum.ts': CODE,
}

const config = (chunking: string, strategies = '  bm25: { type: bm25 }\n') =>
  CONFIG.replace('docs/**/*.md', 'docs/**').replace(
    'strategies:\n  bm25: { type: bm25 }\n',
    `chunking: ${chunking}\nstrategies:\n${strategies}`,
  )

/** Everything a run wrote, and what it said about the cache. */
async function run(folder: string, options: RunOptions = {}) {
  const said: string[] = []
  const { files } = await runGate(folder, { baseline: 'none', ...options }, { stderr: (text) => said.push(text) })
  return { files: Object.fromEntries(files), said }
}

describe('a run with a cache', () => {
  it.each(['heading', 'lines', 'document', 'code'])('gives the same as one without, for chunks by %s', async (by) => {
    const strategies = '  a: { type: bm25 }\n  b: { type: bm25, k1: 2 }\n  c: { type: bm25, fields: { path: 0.3 } }\n'
    const chunking = `{ by: ${by}, maxTokens: 64, overlap: 16 }`
    const folder = gatedRepository({ ...ODD_FILES, 'retrieval-gate.yml': config(chunking, strategies) })
    const without = await run(folder, { cache: false })
    expect(existsSync(join(folder, CACHE))).toBe(false)
    expect(await run(folder)).toEqual(without)
    expect(readdirSync(join(folder, CACHE)).filter((name) => name.endsWith('.pack')).length).toBeGreaterThan(0)
    expect(await run(folder)).toEqual(without)
    expect(git(folder, 'status', '--porcelain')).toBe('')
  })

  it('gives the same graph, also after code has changed', async () => {
    const strategies = '  bm25: { type: bm25 }\n  graph: { type: graph, of: bm25 }\n'
    const gate = config('{ by: code, maxTokens: 64 }', strategies)
    const caller = "import { sum } from './sum.ts'\n\nexport const passwords = () => sum([1])\n"
    const folder = gatedRepository({ ...ODD_FILES, 'docs/caller.ts': caller, 'retrieval-gate.yml': gate })
    const without = await run(folder, { cache: false })
    expect(await run(folder)).toEqual(without)
    expect(await run(folder)).toEqual(without)
    write(folder, { 'docs/sum.ts': CODE.replaceAll('sum', 'total') })
    expect(await run(folder)).toEqual(await run(folder, { cache: false }))
  })

  it('sees what changed, came, went and moved', async () => {
    const folder = gatedRepository({ ...ODD_FILES, 'retrieval-gate.yml': config('{ by: heading, maxTokens: 64 }') })
    await run(folder)
    breakPages(folder, 1)
    await run(folder)
    write(folder, {
      'docs/new.md': page('new words, unheard-of'),
      'docs/windows.md': ODD_FILES['docs/windows.md'].replaceAll('\r', ''),
    })
    rmSync(join(folder, 'docs/page-2.md'))
    git(folder, 'mv', 'docs/page-3.md', 'docs/moved.md')
    const changed = await run(folder)
    expect(changed).toEqual(await run(folder, { cache: false }))
    for (let turn = 0; turn < 5; turn++) {
      write(folder, { 'docs/new.md': page(`turn ${turn}`) })
      expect(await run(folder)).toEqual(await run(folder, { cache: false }))
    }
  })

  it('reads records as well', async () => {
    const folder = temporaryFolder()
    const record = (topic: string, index: number) =>
      JSON.stringify({ _id: `a:${index}`, title: topic, text: page(topic) })
    const question = (topic: string, index: number) =>
      JSON.stringify({ id: `Q${index}`, query: `set up ${topic}`, expected: [{ id: `a:${index}`, grade: 1 }] })
    write(folder, {
      'corpus.jsonl': [...topics.map(record), record('themes', 99)].join('\n'),
      'eval.jsonl': topics.map(question).join('\n'),
      'retrieval-gate.yml': 'documents: { beir: corpus.jsonl }\nqueries: eval.jsonl\n',
    })
    const without = await run(folder, { cache: false })
    expect(await run(folder)).toEqual(without)
    expect(await run(folder)).toEqual(without)
  })

  it('never searches in its cache, in git or not', async () => {
    const folder = temporaryFolder()
    write(folder, { 'retrieval-gate.yml': config('{ by: heading }').replace('docs/**', '**') })
    write(folder, { 'eval.jsonl': readFileSync(join(gatedRepository(), 'eval.jsonl')) })
    for (const [index, topic] of topics.entries()) write(folder, { [`docs/page-${index + 1}.md`]: page(topic) })
    const first = await run(folder, { cache: 'kept' })
    expect(readdirSync(join(folder, 'kept'))).toContain('CACHEDIR.TAG')
    expect(await run(folder, { cache: 'kept' })).toEqual(first)
  })

  it('may share it with others at the same time', async () => {
    const folder = gatedRepository({ ...ODD_FILES, 'retrieval-gate.yml': config('{ by: heading, maxTokens: 64 }') })
    const without = await run(folder, { cache: false })
    const outs = ['one', 'two', 'three', 'four']
    const together = outs.map((out) => run(folder, { cache: CACHE, out: join(temporaryFolder(), out) }))
    for (const outcome of await Promise.all(together))
      expect(outcome.files['report.json']).toBe(without.files['report.json'])
    expect(await run(folder)).toEqual(without)
  })

  it('is used by both sides of a recomputed baseline, and changes nothing in it', async () => {
    const folder = gatedRepository(ODD_FILES)
    git(folder, 'checkout', '-q', '-b', 'change')
    breakPages(folder, 3)
    const without = await run(folder, { baseline: 'recompute', cache: false })
    expect(await run(folder, { baseline: 'recompute' })).toEqual(without)
    expect(await run(folder, { baseline: 'recompute' })).toEqual(without)
  })
})

it('gives the same result whichever byte of the cache is wrong', async () => {
  const folder = gatedRepository({ ...ODD_FILES, 'retrieval-gate.yml': config('{ by: heading, maxTokens: 64 }') })
  const without = await run(folder, { cache: false })
  await run(folder)
  breakPages(folder, 0)
  const whole = join(temporaryFolder(), 'whole')
  cpSync(join(folder, CACHE), whole, { recursive: true })
  const files = readdirSync(whole).filter((name) => name.endsWith('.pack'))
  const damage = fc.record({
    file: fc.constantFrom(...files),
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bit: fc.integer({ min: 0, max: 7 }),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, place, bit }) => {
      rmSync(join(folder, CACHE), { recursive: true })
      cpSync(whole, join(folder, CACHE), { recursive: true })
      const bytes = readFileSync(join(whole, file))
      const at = Math.floor(place * bytes.length)
      bytes[at] = bytes[at]! ^ (1 << bit)
      writeFileSync(join(folder, CACHE, file), bytes)
      const outcome = await run(folder)
      expect(outcome.files).toEqual(without.files)
      expect(outcome.said).toEqual([expect.stringContaining('a part of the cache is damaged')])
    }),
    { numRuns: 40 },
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkDocuments } from '../../src/knowledge/chunk-documents.ts'
import type { Chunk, Hit } from '../../src/model.ts'
import { buildTies } from '../../src/strategies/graph/build-ties.ts'
import type { EdgeKind } from '../../src/strategies/graph/edge.ts'
import { graph } from '../../src/strategies/graph.ts'
import type { Retriever } from '../../src/strategies/strategy.ts'
import { makeDocument } from '../knowledge/make-document.ts'
import { contextOf } from './chunks.ts'

const signal = new AbortController().signal
const cut = (files: Readonly<Record<string, string>>) =>
  chunkDocuments(
    Object.entries(files).map(([path, text]) => makeDocument(path, text)),
    { by: 'code', maxTokens: 40, overlap: 0 },
  )

/** Every tie of some kinds, once, as "from kind to (label)". */
async function edgesOf(files: Readonly<Record<string, string>>, ...kinds: readonly EdgeKind[]): Promise<string[]> {
  const chunks = await cut(files)
  const edges = new Set((await buildTies(chunks)).flat().map(({ edge }) => edge))
  return [...edges]
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ from, to, kind, label }) => `${chunks[from]!.id} ${kind} ${chunks[to]!.id} (${label})`)
    .sort()
}

const typescript = {
  'src/main.ts': "import { readStore } from './store.ts'\n\nexport function main() {\n  return readStore(1)\n}",
  'src/store.ts':
    "import { Base } from './base.js'\n\nexport function readStore(n: number) {\n  return n\n}\n\nexport class Store extends Base {\n  x = compute(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)\n}",
  'src/base.ts': 'export class Base {}',
}

describe('the graph of code', () => {
  it('ties a call to the definition that is imported, and a class to what it extends', async () => {
    expect(await edgesOf(typescript, 'calls', 'inherits')).toEqual([
      'src/main.ts:3-5 calls src/store.ts:3-5 (readStore)',
      'src/store.ts:7-9 inherits src/base.ts:1-1 (Base)',
    ])
  })

  it('ties an import to the file', async () => {
    expect(await edgesOf({ 'a.ts': "import './b.ts'", 'b.ts': 'run()' }, 'imports')).toEqual([
      'a.ts:1-1 imports b.ts:1-1 (./b.ts)',
    ])
  })

  it('prefers the definition of the file itself, then of what it imports, to others of the name', async () => {
    const files = {
      'a.py': 'from b import work\n\n\ndef start():\n    return work()',
      'b.py': 'def work():\n    return 1',
      'c.py': 'def work():\n    return 2\n\n\nwork()',
    }
    expect(await edgesOf(files, 'calls')).toEqual(['a.py:4-5 calls b.py:1-2 (work)', 'c.py:5-5 calls c.py:1-2 (work)'])
  })

  it('reads Go, Rust and Java', async () => {
    const files = {
      'a.go': 'package a\n\nfunc Start() { Handle() }',
      'b.go': 'package a\n\nfunc Handle() {}',
      'a.rs': 'mod b;\n\nfn start() { b::handle_it(); }',
      'b.rs': 'pub fn handle_it() {}',
      'A.java': 'class A extends Parent { void f() { this.greet(); } }',
      'Parent.java': 'class Parent { void greet() {} }',
    }
    expect(await edgesOf(files, 'calls', 'inherits', 'imports')).toEqual([
      expect.stringMatching(/^A\.java:1-1 (inherits|calls) Parent\.java:1-1/),
      'a.go:3-3 calls b.go:3-3 (Handle)',
      'a.rs:1-3 imports b.rs:1-1 (b)',
    ])
  })

  it('ties nothing by a name that is not imported, where files import each other', async () => {
    const files = {
      'a.ts': "import { work } from './b.ts'\n\nexport const a = (limit: number) => work(limit)",
      'b.ts': 'export function work(n: number) {\n  return n\n}',
      'c.ts': 'export const limit = 10',
      'd.ts': 'export const d = () => limit()',
    }
    expect(await edgesOf(files, 'calls', 'refers')).toEqual([
      expect.stringMatching(/^a\.ts:\S+ calls b\.ts:1-3 \(work\)$/),
    ])
  })

  it('follows a name through the file that stands for a folder', async () => {
    const files = {
      'a.ts': "import { work } from './lib/index.ts'\n\nexport const a = () => work(1)",
      'lib/index.ts': "export { work } from './work.ts'",
      'lib/work.ts': 'export function work(n: number) {\n  return n\n}',
      'a.py': 'from pack import play\n\n\ndef start():\n    return play()',
      'pack/__init__.py': 'from .game import play',
      'pack/game.py': 'def play():\n    return 1',
    }
    expect(await edgesOf(files, 'calls')).toEqual([
      'a.py:4-5 calls pack/game.py:1-2 (play)',
      expect.stringMatching(/^a\.ts:\S+ calls lib\/work\.ts:1-3 \(work\)$/),
    ])
  })

  it('ties names without an import within a folder of Go or Java, and anywhere where nothing is imported', async () => {
    const java = {
      'app/Main.java': 'import lib.Lib;\nclass Main { void f() { Near.greet(); Far.wave(); Lib.help(); } }',
      'app/Near.java': 'class Near { static void greet() {} }',
      'other/Far.java': 'class Far { static void wave() {} }',
      'lib/Lib.java': 'class Lib { static void help() {} }',
    }
    const called = (edges: readonly string[]) => [
      ...new Set(edges.map((edge) => / (\w+\/\w+)\.java:\S+ \(/.exec(edge)![1])),
    ]
    expect(called(await edgesOf(java, 'calls', 'refers', 'imports'))).toEqual(['lib/Lib', 'app/Near'])
    const { 'lib/Lib.java': _, ...nothingImported } = java
    expect(called(await edgesOf(nothingImported, 'calls', 'refers'))).toEqual(['app/Near', 'other/Far'])
  })

  it('ties nothing by a name that many define', async () => {
    const files = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`d${i}.py`, 'def get():\n    return 1']))
    expect(await edgesOf({ ...files, 'a.py': 'x.get()' }, 'calls')).toEqual([])
  })
})

describe('the graph of documents', () => {
  it('ties links, named paths and symbols in code to what they mean', async () => {
    const files = {
      ...typescript,
      'docs/a.md': '# A\n\nSee [the other page](b.md#part), `src/base.ts`, and `readStore(1)`.',
      'docs/b.md': '# B\n\nA page about something.',
    }
    expect(await edgesOf(files, 'links', 'mentions')).toEqual([
      'docs/a.md:1-3 links docs/b.md:1-3 (docs/b.md)',
      'docs/a.md:1-3 mentions src/base.ts:1-1 (src/base.ts)',
      'docs/a.md:1-3 mentions src/store.ts:3-5 (readStore)',
    ])
  })

  it('ties what shares rare terms, and what follows in one document', async () => {
    const files = {
      'a.md': 'The quokka sleeps.',
      'b.md': 'A quokka eats.',
      'c.md': `# One\n\n${'all words here are of no other page '.repeat(4)}\n\n# Two\n\n${'these neither '.repeat(10)}`,
    }
    expect(await edgesOf(files, 'terms', 'next')).toEqual([
      'a.md:1-1 terms b.md:1-1 (quokka)',
      expect.stringMatching(/^c\.md:1-\d next c\.md:\d-7 \(c\.md\)$/),
    ])
  })
})

describe('a graph strategy', () => {
  const settings = graph.schema.parse({ of: 'base' })
  const hitOf = ({ id, path, startLine }: Chunk, score: number): Hit => ({ id, path: path!, startLine, score })
  const build = async (chunks: readonly Chunk[], hits: readonly Hit[], more = {}): Promise<Retriever> =>
    graph.build(
      { ...settings, ...more },
      {
        ...contextOf(chunks),
        partChunks: async () => chunks,
        part: async () => ({ retrieve: async (_question, k) => ({ hits: hits.slice(0, k) }) }),
      },
    )
  const question = { id: 'q', text: 'what does main call' }

  it('finds what an anchor calls, below the anchor', async () => {
    const chunks = await cut(typescript)
    const main = chunks.find(({ id }) => id === 'src/main.ts:3-5')!
    const { hits, confidence } = await (await build(chunks, [hitOf(main, 7)])).retrieve(question, 10, signal)
    expect(hits[0]).toMatchObject({ id: main.id })
    expect(hits.map(({ id }) => id)).toContain('src/store.ts:3-5')
    expect(hits[0]!.score).toBeGreaterThan(1)
    expect(confidence).toBe(7)
  })

  it('brings little through words in common, however few other ties there are', async () => {
    const chunks = await cut({ 'a.md': 'The quokka sleeps here.', 'b.md': 'A quokka eats grass.', 'c.md': 'Nothing.' })
    const [a, b] = chunks.map((chunk) => chunk.id)
    const { hits } = await (await build(chunks, [hitOf(chunks[0]!, 7)])).retrieve(question, 10, signal)
    expect(hits.map(({ id }) => id)).toEqual([a, b])
    expect(hits[1]!.score).toBeGreaterThan(0)
    expect(hits[1]!.score).toBeLessThanOrEqual(0.5 * 0.25)
  })

  it('names the ties that brought a hit its score, which add up to it', async () => {
    const chunks = await cut(typescript)
    const main = chunks.find(({ id }) => id === 'src/main.ts:3-5')!
    const retriever = await build(chunks, [hitOf(main, 7)])
    for (const hit of (await retriever.retrieve(question, 10, signal)).hits) {
      const { score, parts } = await retriever.explain!(question, hit, signal)
      expect(score).toBeCloseTo(hit.score, 12)
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 12)
      if (hit.id === 'src/store.ts:3-5')
        expect(parts.map(({ label }) => label)).toContain('called by src/main.ts:3-5 (readStore)')
    }
  })

  it('gives prefixes: more hits never change the first ones, and no hit comes twice', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `f${i}.py`,
        `from f${(i * 5) % 12} import step${(i * 5) % 12}\n\n\ndef step${i}():\n    return step${(i * 5) % 12}()`,
      ]),
    )
    const chunks = await cut(files)
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...chunks]),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (found, anchors, hops) => {
          const ranked = found.map((chunk, index) => hitOf(chunk, 100 - index))
          const retriever = await build(chunks, ranked, { anchors, hops })
          const all = (await retriever.retrieve(question, 100, signal)).hits
          expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
          for (const { id } of found) expect(all.map((hit) => hit.id)).toContain(id)
          expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a))
          for (let k = 1; k < all.length; k++)
            expect((await retriever.retrieve(question, k, signal)).hits).toEqual(all.slice(0, k))
        },
      ),
      { numRuns: 20 },
    )
  })

  it('has nothing to add where the base finds nothing', async () => {
    expect(await (await build(await cut(typescript), [])).retrieve(question, 10, signal)).toEqual({ hits: [] })
  })

  it('says what to do where the chunks of the base are not known', async () => {
    const context = { ...contextOf([]), part: async () => ({ retrieve: async () => ({ hits: [] }) }) }
    await expect(graph.build(settings, context)).rejects.toThrow(/cannot build a graph over `base`[\s\S]*built-in/)
  })
})

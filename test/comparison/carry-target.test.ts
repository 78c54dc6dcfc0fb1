import { describe, expect, it } from 'vitest'
import { carryContext, carryTarget, type History } from '../../src/comparison/carry-target.ts'
import type { Passage } from '../../src/comparison/map-by-passages.ts'
import { globMatches } from '../../src/judging/match.ts'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import type { Target } from '../../src/model.ts'

type Texts = Readonly<Record<string, string>>

function side(texts: Texts, passages: Readonly<Record<string, readonly Passage[]>> = {}) {
  const hashes = new Map(Object.entries(texts).map(([path, text]) => [path, contentHash(text)]))
  return { hashes, passages: new Map(Object.entries(passages)) }
}

function historyOf(from: Texts, to: Texts, renames: Texts = {}): History {
  return {
    counterpart: async (path) => renames[path],
    fromText: async (path) => from[path],
    toText: async (path) => to[path],
  }
}

const carried = (target: Target, from: Texts, to: Texts, history: History | null = null) =>
  carryTarget(target, carryContext(side(from), side(to), history))

const file = (path: string): Target => ({ kind: 'file', path })
const lines = (path: string, startLine: number, endLine: number): Target => ({
  kind: 'lines',
  path,
  startLine,
  endLine,
})

describe('carrying a target to the other side', () => {
  it('goes by path first, even where another file has the content now', async () => {
    expect(await carried(file('a'), { a: '1' }, { a: '2', b: '1' })).toEqual({ target: file('a') })
  })

  it('goes by identical content where the path is new', async () => {
    expect(await carried(file('new'), { new: '1' }, { old: '1' })).toEqual({ target: file('old') })
    expect(await carried(lines('new', 2, 3), { new: '1' }, { old: '1' })).toEqual({ target: lines('old', 2, 3) })
    expect(await carried({ kind: 'id', id: 'new' }, { new: '1' }, { old: '1' })).toEqual({
      target: { kind: 'id', id: 'old' },
    })
  })

  it('does not take a copy for a move: a file that both sides have is nobody else', async () => {
    expect(await carried(file('copy'), { copy: '1', old: '1' }, { old: '1' })).toEqual({ reason: 'new' })
  })

  it('goes by version control where a file was renamed with changes', async () => {
    const [from, to] = [{ new: 'a\nb\nc\nmore' }, { old: 'a\nb\nc' }]
    const history = historyOf(from, to, { new: 'old' })
    expect(await carried(file('new'), from, to, history)).toEqual({ target: file('old') })
    expect(await carried(lines('new', 2, 3), from, to, history)).toEqual({ target: lines('old', 2, 3) })
    expect(await carried(file('new'), from, to)).toEqual({ reason: 'new' })
  })

  it('does not follow a rename to a file that is not in the other knowledge base', async () => {
    const history = historyOf({}, {}, { new: 'excluded' })
    expect(await carried(file('new'), { new: '1' }, { old: '2' }, history)).toEqual({ reason: 'new' })
  })

  it('moves lines with the text around them', async () => {
    const [from, to] = [{ a: 'x\ny\none\ntwo\nthree' }, { a: 'one\ntwo\nthree' }]
    expect(await carried(lines('a', 3, 4), from, to, historyOf(from, to))).toEqual({ target: lines('a', 1, 2) })
    expect(await carried(lines('a', 1, 2), from, to, historyOf(from, to))).toEqual({ reason: 'new' })
  })

  it('does not trust a text that is not the one that was measured', async () => {
    const [from, to] = [{ a: 'x\none' }, { a: 'one' }]
    const history = historyOf(from, { a: 'committed, not measured' })
    expect(await carried(lines('a', 2, 2), from, to, history)).toEqual({ reason: 'unmapped' })
    expect(await carried(lines('a', 2, 2), from, to, historyOf(from, { a: '\uFEFFone' }))).toEqual({
      target: lines('a', 1, 1),
    })
  })

  it('moves lines with a retrieved piece that both sides hold word for word, without version control', async () => {
    const context = carryContext(
      side({ a: 'new' }, { a: [{ startLine: 11, endLine: 20, hash: 'h' }] }),
      side({ a: 'old' }, { a: [{ startLine: 6, endLine: 15, hash: 'h' }] }),
      null,
    )
    expect(await carryTarget(lines('a', 12, 14), context)).toEqual({ target: lines('a', 7, 9) })
    expect(await carryTarget(lines('a', 30, 31), context)).toEqual({ reason: 'unmapped' })
  })

  it('keeps a target that no side has, and one that only the other side has', async () => {
    expect(await carried(file('gone'), { a: '1' }, { a: '1' })).toEqual({ target: file('gone') })
    expect(await carried(lines('gone', 1, 2), { a: '1' }, { gone: '1' })).toEqual({ target: lines('gone', 1, 2) })
  })

  it('knows names such as constructor and __proto__ only where there are such files', async () => {
    for (const name of ['constructor', '__proto__', '1']) {
      expect(await carried(file(name), { a: '1' }, { a: '1' })).toEqual({ target: file(name) })
      expect(await carried(file(name), Object.fromEntries([[name, '1']]), { a: '1' })).toEqual({ target: file('a') })
      expect(await carried(file(name), Object.fromEntries([[name, '1']]), { a: '2' })).toEqual({ reason: 'new' })
    }
  })
})

describe('carrying a pattern', () => {
  const glob = (pattern: string): Target => ({ kind: 'glob', pattern })

  it('keeps the words wherever they match anything at all on the other side, or nothing on their own', async () => {
    expect(await carried(glob('d/*'), { 'd/a': '1' }, { 'd/b': '2' })).toEqual({ target: glob('d/*') })
    expect(await carried(glob('d/*'), {}, { 'd/b': '2' })).toEqual({ target: glob('d/*') })
  })

  it('names exactly the files that moved where the whole family did', async () => {
    expect(await carried(glob('n/*'), { 'n/a': '1' }, { 'o/a': '1' })).toEqual({ target: file('o/a') })
    const odd = ['o/{x},y.md', 'o/*.md', 'o/[z]!(q)', 'o/plain.md', 'o/b\\c']
    const from = Object.fromEntries(odd.map((path, index) => [`n/${index}`, path]))
    const result = await carried(glob('n/*'), from, Object.fromEntries(odd.map((path) => [path, path])))
    const { pattern } = (result as { target: { pattern: string } }).target
    for (const path of odd) expect(globMatches(pattern, path)).toBe(true)
    for (const path of ['o/x', 'o/y.md', 'o/plainxmd', 'o/z', 'o/anything.md']) {
      expect(globMatches(pattern, path)).toBe(false)
    }
  })

  it('is new where none of its files existed', async () => {
    expect(await carried(glob('n/*'), { 'n/a': '1' }, { 'o/a': '2' })).toEqual({ reason: 'new' })
  })
})

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../src/config/load-config.ts'
import { checkTargets } from '../src/evalset/check-targets.ts'
import { type LoadedEvalSet, loadEvalSet } from '../src/evalset/load-eval-set.ts'
import { loadDocuments } from '../src/knowledge/load-documents.ts'
import type { Document, Query } from '../src/model.ts'
import { registries } from '../src/registries.ts'
import { repository } from './support/repository-files.ts'

const CATEGORIES = [
  'api_usage',
  'architecture_understanding',
  'call_chain',
  'component_location',
  'configuration_lookup',
  'cross_language',
  'error_handling',
  'file_exact_match',
  'semantic_feature',
  'symbol_location',
]

const countOf = (queries: readonly Query[], is: (query: Query) => boolean) => queries.filter(is).length
const isAnswerable = (query: Query) => query.judgments.some(({ grade }) => grade > 0)

describe("this repository's own eval set", () => {
  let loaded: LoadedEvalSet
  let queries: readonly Query[]
  let documents: readonly Document[]

  beforeAll(async () => {
    const config = await loadConfig('retrieval-gate.yml', registries, (path) => readFile(join(repository, path)))
    loaded = await loadEvalSet(config.queries, { baseDirectory: repository })
    queries = loaded.evalSet.queries
    if ('beir' in config.documents) throw new Error('the own gate searches files')
    const { include, exclude, maxBytes } = config.documents
    const outputFolder = join(repository, config.output)
    documents = (await loadDocuments({ root: repository, include, exclude, maxBytes, outputFolder })).documents
  })

  it('has no key that the format does not know', () => {
    expect(loaded.warnings).toEqual([])
  })

  it('expects nothing that the knowledge base does not have', () => {
    expect(checkTargets(loaded.evalSet, documents)).toEqual([])
  })

  it('has sixty questions or more, at least fifteen of them in Chinese', () => {
    expect(queries.length).toBeGreaterThanOrEqual(60)
    expect(countOf(queries, ({ language }) => language === 'zh')).toBeGreaterThanOrEqual(15)
    expect(new Set(queries.map(({ language }) => language))).toEqual(new Set(['en', 'zh']))
  })

  it('calls a question Chinese exactly where it has Chinese characters', () => {
    for (const { id, text, language } of queries) expect(/\p{Script=Han}/u.test(text), id).toBe(language === 'zh')
  })

  it('has at least four questions of each of the ten categories, and of no other', () => {
    expect([...new Set(queries.map(({ category }) => category))].sort()).toEqual(CATEGORIES)
    for (const name of CATEGORIES) {
      expect(
        countOf(queries, ({ category }) => category === name),
        name,
      ).toBeGreaterThanOrEqual(4)
    }
  })

  it('has at least six questions that nothing answers', () => {
    expect(countOf(queries, (query) => !isAnswerable(query))).toBeGreaterThanOrEqual(6)
  })

  it('is about 3 : 4 : 3 in difficulty', () => {
    for (const [level, share] of Object.entries({ 1: 0.3, 2: 0.4, 3: 0.3 })) {
      const seen = countOf(queries, ({ difficulty }) => difficulty === level) / queries.length
      expect(Math.abs(seen - share), `difficulty ${level}`).toBeLessThanOrEqual(0.05)
    }
    expect(new Set(queries.map(({ difficulty }) => difficulty))).toEqual(new Set(['1', '2', '3']))
  })

  it('keeps about a fifth of the questions for test, of every category some, and a cluster in one split', () => {
    const tests = queries.filter(({ split }) => split === 'test')
    expect(countOf(queries, ({ split }) => split === 'dev')).toBe(queries.length - tests.length)
    expect(Math.abs(tests.length / queries.length - 0.2)).toBeLessThanOrEqual(0.03)
    expect([...new Set(tests.map(({ category }) => category))].sort()).toEqual(CATEGORIES)
    const clusters = new Set(queries.flatMap(({ cluster }) => cluster ?? []))
    expect(clusters.size).toBeGreaterThanOrEqual(1)
    for (const name of clusters) {
      const together = queries.filter(({ cluster }) => cluster === name)
      expect(together.length, name).toBeGreaterThanOrEqual(2)
      expect(new Set(together.map(({ split }) => split)).size, name).toBe(1)
    }
  })

  it('pins only questions that have an answer', () => {
    const pinned = queries.filter((query) => query.pinned)
    expect(pinned.length).toBeGreaterThanOrEqual(3)
    expect(pinned.filter((query) => !isAnswerable(query))).toEqual([])
  })

  it('asks each question once, under an id of its own', () => {
    expect(new Set(queries.map(({ id }) => id)).size).toBe(queries.length)
    expect(new Set(queries.map(({ text }) => text)).size).toBe(queries.length)
  })

  it('gives no answer away: no question has the path or the file name of its answer', () => {
    for (const { id, text, judgments } of queries) {
      for (const { target } of judgments) {
        const path = target.kind === 'id' ? target.id : target.kind === 'glob' ? target.pattern : target.path
        expect(text.includes(path), `${id} names ${path}`).toBe(false)
        expect(text.includes(path.split('/').at(-1)!), `${id} names the file of ${path}`).toBe(false)
      }
    }
  })

  it('has no line that is written differently from the others: one object a line, keys in one order', () => {
    const text = readFileSync(join(repository, 'datasets/self.jsonl'), 'utf8')
    expect(text.endsWith('}\n')).toBe(true)
    for (const line of text.trimEnd().split('\n')) {
      const keys = Object.keys(JSON.parse(line) as object)
      expect(keys.slice(0, 6)).toEqual(['id', 'query', 'category', 'difficulty', 'language', 'split'])
    }
  })

  it('says beside it how it was made', () => {
    expect(loaded.metadata?.how_made).toMatch(/opened/)
  })
})

describe('the questions of several hops', () => {
  let multiHop: LoadedEvalSet
  let documents: readonly Document[]

  beforeAll(async () => {
    const config = await loadConfig('retrieval-gate.yml', registries, (path) => readFile(join(repository, path)))
    multiHop = await loadEvalSet('datasets/self-multihop.jsonl', { baseDirectory: repository })
    if ('beir' in config.documents) throw new Error('the own gate searches files')
    const { include, exclude, maxBytes } = config.documents
    const outputFolder = join(repository, config.output)
    documents = (await loadDocuments({ root: repository, include, exclude, maxBytes, outputFolder })).documents
  })

  it('are in the form of the others, and expect nothing that the knowledge base does not have', () => {
    expect(multiHop.warnings).toEqual([])
    expect(checkTargets(multiHop.evalSet, documents)).toEqual([])
    expect(multiHop.metadata?.how_made).toMatch(/No strategy was run/)
  })

  it('are thirty or more, each answered by three files or more', () => {
    expect(multiHop.evalSet.queries.length).toBeGreaterThanOrEqual(30)
    for (const { id, category, judgments } of multiHop.evalSet.queries) {
      expect(['call_chain', 'cross_language'], id).toContain(category)
      expect(judgments.length, id).toBeGreaterThanOrEqual(3)
    }
  })

  it('are not asked by the gate, nor part of the set that settings are chosen on', async () => {
    const gate = await readFile(join(repository, 'retrieval-gate.yml'), 'utf8')
    expect(gate).not.toMatch(/multihop/)
    const own = await loadEvalSet('datasets/self.jsonl', { baseDirectory: repository })
    const asked = new Set(own.evalSet.queries.map(({ text }) => text))
    expect(multiHop.evalSet.queries.filter(({ text }) => asked.has(text))).toEqual([])
  })
})

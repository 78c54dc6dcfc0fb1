import { describe, expect, it } from 'vitest'
import { loadConfig, parseConfig } from '../../src/config/load-config.ts'
import { UserError } from '../../src/errors.ts'
import { registries } from './fake-registries.ts'

const FILE = 'retrieval-gate.yml'

const parse = (text: string) => parseConfig(text, FILE, registries)

function messageOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
  throw new Error('nothing was thrown')
}

const complaint = (text: string) => messageOf(() => parse(text))

describe('a config without mistakes', () => {
  it('needs no more than the eval set: everything else has a default', () => {
    expect(parse('queries: q.jsonl')).toEqual({
      name: 'retrieval',
      documents: {
        include: ['**/*.md', '**/*.mdx', '**/*.markdown', '**/*.txt', '**/*.rst', '**/*.adoc'],
        exclude: ['**/node_modules/**'],
        maxBytes: 1_000_000,
      },
      chunking: { by: 'heading', maxTokens: 256, overlap: 32 },
      queries: 'q.jsonl',
      match: 'contains',
      strategies: { bm25: { type: 'bm25', settings: { k1: 1.2, b: 0.75 } } },
      embedders: {},
      rerankers: {},
      chats: {},
      modelStore: '.retrieval-gate/models',
      metrics: ['ndcg@10', 'recall@5', 'mrr', 'precision@5', 'f1@5', 'hit@1'],
      gate: [
        {
          metric: 'ndcg@10',
          maxDrop: { absolute: 0.02 },
          strategies: ['bm25'],
          level: 'fail',
          confidence: 'observed',
          minPairs: 10,
        },
      ],
      minPairs: 10,
      maxErrors: 0,
      protect: false,
      baseline: 'auto',
      output: 'retrieval-gate-report',
      seed: 'retrieval-gate',
    })
  })

  it('reads every key', () => {
    const config = parse(`
name: docs
primary: hybrid
documents:
  include: ["docs/**/*.md"]
  exclude: ["**/*.test.ts"]
chunking: { by: lines, maxTokens: 128, overlap: 0 }
queries: { beir: queries.jsonl, qrels: qrels.tsv }
match: iou
strategies:
  bm25: { type: bm25, k1: 0.9, minScore: 2, chunking: { maxTokens: 64 } }
  hybrid: { type: hybrid, of: [bm25], renamedFrom: fused }
metrics: [ndcg_cut_10, ndcg@10, recip_rank]
gate:
  - { metric: ndcg@10, maxDrop: 2.5%, confidence: require, worst: category }
  - { metric: recall@5, min: 0.6, strategies: [bm25], where: { category: call_chain, difficulty: 2 }, minPairs: 3 }
  - { metric: latency-p50, maxRatio: 1.5 }
minPairs: 20
maxErrors: 1
baseline: old/report.json
output: out
seed: 7
split: dev
`)
    expect(config.primary).toBe('hybrid')
    expect(config.strategies).toEqual({
      bm25: {
        type: 'bm25',
        minScore: 2,
        chunking: { by: 'lines', maxTokens: 64, overlap: 0 },
        settings: { k1: 0.9, b: 0.75 },
      },
      hybrid: { type: 'hybrid', renamedFrom: 'fused', settings: { of: ['bm25'] } },
    })
    expect(config.metrics).toEqual(['ndcg@10', 'mrr', 'recall@5', 'latency-p50'])
    expect(config.gate[0]).toMatchObject({ maxDrop: { share: 0.025 }, worst: 'category', strategies: ['hybrid'] })
    expect(config.gate[1]).toMatchObject({
      min: 0.6,
      strategies: ['bm25'],
      where: { category: 'call_chain', difficulty: '2' },
      minPairs: 3,
    })
    expect(config.gate[2]).toMatchObject({ maxRatio: 1.5, level: 'warn', minPairs: 20 })
    expect(config).toMatchObject({ seed: '7', split: 'dev', baseline: 'old/report.json', match: 'iou', maxErrors: 1 })
  })

  it('cuts the records of a BEIR collection as whole documents', () => {
    const config = parse('documents: { beir: corpus.jsonl }\nqueries: { beir: q.jsonl, qrels: q.tsv }')
    expect(config.documents).toEqual({ beir: 'corpus.jsonl' })
    expect(config.chunking.by).toBe('document')
  })

  it('cannot be changed after loading', () => {
    const config = parse('queries: q.jsonl')
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.gate[0])).toBe(true)
    expect(Object.isFrozen(config.strategies.bm25?.settings)).toBe(true)
  })

  it('may have strategies that are called like members of every object', () => {
    const config = parse(
      'queries: q\nstrategies:\n  constructor: { type: bm25 }\n  b: { type: bm25, renamedFrom: toString }',
    )
    expect(Object.keys(config.strategies)).toEqual(['constructor', 'b'])
  })

  it('may repeat a part through an alias', () => {
    const config = parse('queries: q\nstrategies:\n  a: &a { type: bm25 }\n  b: *a')
    expect(config.strategies.b).toEqual(config.strategies.a)
  })
})

describe('a file that cannot be read as YAML', () => {
  it('says how to write a config where there is none', async () => {
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' })
    await expect(loadConfig(FILE, registries, () => Promise.reject(missing))).rejects.toThrow(
      'retrieval-gate.yml: there is no config here\n  to do:    run `retrieval-gate init` to write one, or name another with `--config PATH`',
    )
  })

  it('reads UTF-8 with a byte order mark and Windows line ends', async () => {
    const bytes = new TextEncoder().encode('\uFEFFqueries: q.jsonl\r\nname: docs\r\n')
    expect(await loadConfig(FILE, registries, () => Promise.resolve(bytes))).toMatchObject({ name: 'docs' })
  })

  it('refuses UTF-16', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x61, 0x00])
    await expect(loadConfig(FILE, registries, () => Promise.resolve(bytes))).rejects.toThrow('not UTF-8')
  })

  it('names line and column of a syntax error', () => {
    expect(complaint('queries: q.jsonl\nmetrics: [ndcg@10\nname: docs\n')).toMatch(
      /^retrieval-gate\.yml:3:1: this is not valid YAML: /,
    )
  })

  it('names a key that is given twice', () => {
    expect(complaint('queries: a\nname: b\nqueries: c')).toContain(
      'retrieval-gate.yml:3:1: the key `queries` is given twice',
    )
  })

  it('refuses several documents, tags, alias bombs and bottomless nesting', () => {
    expect(complaint('queries: a\n---\nqueries: b')).toContain('several YAML documents')
    expect(complaint('queries: !secret a')).toContain('retrieval-gate.yml:1:10: this is not valid YAML')
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef'])
      bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`)
    expect(complaint(bomb.join('\n'))).toContain('YAML aliases')
    expect(complaint(`queries: ${'['.repeat(100_000)}`)).toContain('retrieval-gate.yml')
  })
})

describe('a key or value that is wrong', () => {
  const cases: readonly [name: string, yaml: string, message: string][] = [
    ['an empty file', '', 'retrieval-gate.yml:1:1: `queries` is missing\n  expected: a text or a mapping'],
    [
      'a file that is no mapping',
      '- a',
      'retrieval-gate.yml:1:1: the config has the wrong type\n  expected: a mapping\n  found:    a list of 1',
    ],
    [
      'an unknown key',
      'queries: q\nmetric: [mrr]',
      'retrieval-gate.yml:2:1: unknown key `metric`\n  expected: `name`, ',
    ],
    ['the nearest known key', 'queries: q\nmetric: [mrr]', 'did you mean `metrics`?'],
    [
      'an unknown key within',
      'queries: q\nchunking:\n  maxTokns: 3',
      'retrieval-gate.yml:3:3: unknown key `maxTokns` in `chunking`\n  expected: `by`, `maxTokens` or `overlap`\n  to do:    did you mean `maxTokens`?',
    ],
    [
      'an unknown key of documents',
      'queries: q\ndocuments: { includes: [a] }',
      'retrieval-gate.yml:2:14: unknown key `includes` in `documents`\n  expected: `include`, `exclude`, `maxBytes`, `repository`, `ref`, `path` or `beir`\n  to do:    did you mean `include`?',
    ],
    [
      'files and records at once',
      'queries: q\ndocuments: { beir: c.jsonl, include: [a] }',
      '`documents`: `beir` stands alone',
    ],
    [
      'a wrong type',
      'queries: q\nchunking: { maxTokens: lots }',
      'retrieval-gate.yml:2:24: `chunking.maxTokens` has the wrong type\n  expected: a whole number\n  found:    the text "lots"',
    ],
    [
      'a broken number',
      'queries: q\nminPairs: 1.5',
      '`minPairs` has the wrong type\n  expected: a whole number\n  found:    the number 1.5',
    ],
    [
      'a number out of range',
      'queries: q\nmaxErrors: -1',
      'retrieval-gate.yml:2:12: `maxErrors` is out of range\n  expected: at least 0',
    ],
    ['an empty value', 'queries: q\nprimary:', 'retrieval-gate.yml:2:1: `primary` is empty'],
    [
      'an unknown choice',
      'queries: q\nmatch: contain',
      '`match` has an unknown value\n  expected: `contains`, `iou` or `coverage`\n  found:    the text "contain"\n  to do:    did you mean `contains`?',
    ],
    [
      'an unknown chunker',
      'queries: q\nchunking: { by: headings }',
      'retrieval-gate.yml:2:17: `chunking.by` has an unknown value',
    ],
    [
      'an overlap without room',
      'queries: q\nchunking: { maxTokens: 32 }',
      '`chunking.overlap`: an overlap of 32 tokens leaves no room in chunks of at most 32',
    ],
    [
      'an overlap without room in a strategy',
      'queries: q\nstrategies:\n  a: { type: bm25, chunking: { maxTokens: 8 } }',
      'retrieval-gate.yml:3:30: an overlap of 32 tokens leaves no room',
    ],
    [
      'queries of the wrong kind',
      'queries: [a]',
      '`queries` has the wrong type\n  expected: a text or a mapping\n  found:    a list of 1',
    ],
    ['BEIR queries without judgments', 'queries: { beir: a }', 'retrieval-gate.yml:1:10: `queries.qrels` is missing'],
    [
      'an unknown strategy type',
      'queries: q\nstrategies:\n  a: { type: bm52 }',
      'retrieval-gate.yml:3:14: `strategies.a.type` has an unknown value\n  expected: `bm25`, `hybrid` or `rerank`\n  found:    the text "bm52"\n  to do:    did you mean `bm25`?',
    ],
    [
      'a strategy without type',
      'queries: q\nstrategies:\n  a: { k1: 1 }',
      'retrieval-gate.yml:3:6: `strategies.a.type` is missing',
    ],
    [
      'an unknown setting',
      'queries: q\nstrategies:\n  a: { type: bm25, k2: 1 }',
      'retrieval-gate.yml:3:20: unknown key `k2` in `strategies.a`',
    ],
    [
      'settings that do not go together',
      'queries: q\nstrategies:\n  a: { type: bm25 }\n  b: { type: hybrid, of: [a], weights: [1, 2] }',
      '`strategies.b`: as many weights as parts',
    ],
    [
      'a strategy name that no file can carry',
      'queries: q\nstrategies:\n  a/b: { type: bm25 }',
      'retrieval-gate.yml:3:3: `strategies.a/b` is not a usable name\n  expected: letters, digits',
    ],
    ['a gate name that would end a comment', 'queries: q\nname: a-->b', '`name` has the wrong form'],
    ['no strategies', 'queries: q\nstrategies: {}', '`strategies`: there is no strategy: name at least one'],
    [
      'an unknown metric',
      'queries: q\nmetrics: [mrr, ndgc@10]',
      'retrieval-gate.yml:2:16: `metrics[1]`: unknown metric `ndgc@10`\n  to do:    did you mean `ndcg@10`?',
    ],
    [
      'an unknown metric in a rule',
      'queries: q\ngate:\n  - { metric: nope, min: 1 }',
      'retrieval-gate.yml:3:15: `gate[0].metric`: unknown metric `nope`',
    ],
    ['a gate without rules', 'queries: q\ngate: []', 'can never fail'],
    [
      'a rule without limit',
      'queries: q\ngate:\n  - metric: mrr',
      'retrieval-gate.yml:3:5: `gate[0]`: this rule has no limit',
    ],
    [
      'a ratio of something other than latency',
      'queries: q\ngate: [{ metric: mrr, maxRatio: 2 }]',
      '`maxRatio` is for latency metrics, and `mrr` is none',
    ],
    [
      'a drop that cannot happen',
      'queries: q\ngate: [{ metric: mrr, maxDrop: 2 }]',
      'a drop of more than 2 cannot happen: `mrr` lies between 0 and 1; for per cent write `2%`',
    ],
    ['a floor that cannot be reached', 'queries: q\ngate: [{ metric: mrr, min: 60 }]', 'this rule can never pass'],
    [
      'a negative drop',
      'queries: q\ngate: [{ metric: mrr, maxDrop: -0.1 }]',
      '`gate[0].maxDrop` is out of range\n  expected: at least 0',
    ],
    [
      'a drop in words',
      'queries: q\ngate: [{ metric: mrr, maxDrop: little }]',
      '`gate[0].maxDrop` has the wrong form\n  expected: a number such as `0.02`, or a percentage such as `2%`',
    ],
    ['an empty slice', 'queries: q\ngate: [{ metric: mrr, min: 0, where: {} }]', 'names no attribute'],
    [
      'proof of nothing',
      'queries: q\ngate: [{ metric: mrr, min: 0, confidence: require }]',
      '`confidence: require` needs `maxDrop`',
    ],
    [
      'an output folder that holds everything',
      'queries: q\noutput: ./',
      'the output folder may not enclose the config',
    ],
    [
      'an unknown primary',
      'queries: q\nprimary: bm52',
      'retrieval-gate.yml:2:10: there is no strategy `bm52`\n  expected: `bm25`\n  to do:    did you mean `bm25`?',
    ],
    [
      'an unknown strategy in a rule',
      'queries: q\ngate: [{ metric: mrr, min: 0, strategies: [bm25, dense] }]',
      'retrieval-gate.yml:2:50: there is no strategy `dense`',
    ],
    [
      'an unknown part',
      'queries: q\nstrategies:\n  a: { type: bm25 }\n  b: { type: hybrid, of: [a, c] }',
      'retrieval-gate.yml:4:30: there is no strategy `c`',
    ],
    [
      'a strategy made of itself',
      'queries: q\nstrategies:\n  a: { type: rerank, of: a }',
      'retrieval-gate.yml:3:26: strategies may not be made of themselves: a -> a',
    ],
    [
      'a cycle',
      'queries: q\nstrategies:\n  c: { type: rerank, of: a }\n  a: { type: hybrid, of: [b] }\n  b: { type: rerank, of: a }',
      'retrieval-gate.yml:4:26: strategies may not be made of themselves: a -> b -> a',
    ],
    [
      'a rename from a strategy that is still there',
      'queries: q\nstrategies:\n  a: { type: bm25 }\n  b: { type: bm25, renamedFrom: a }',
      '`b` cannot be renamed from `a`',
    ],
    ['a name of every object', 'queries: q\nprimary: constructor\n__proto__: 1', 'unknown key `__proto__`'],
  ]

  it.each(cases)('explains %s', (_, yaml, message) => {
    expect(complaint(yaml)).toContain(message)
  })

  it('lists all mistakes in the order of the file, one sentence each', () => {
    expect(complaint('nam: x\nmatch: 3\nqueries: q\nchunking: { by: pages }\n')).toBe(
      [
        '3 mistakes in retrieval-gate.yml:',
        '  retrieval-gate.yml:1:1: unknown key `nam` (expected: `name`, `primary`, `documents`, `chunking`, `queries`, `match`, `strategies`, `embedders`, `rerankers`, `chats`, `modelStore`, `maxCalls`, `maxCost`, `metrics`, `gate`, `minPairs`, `maxErrors`, `protect`, `baseline`, `watch`, `output`, `seed`, `split` or `sweep`; did you mean `name`?)',
        '  retrieval-gate.yml:2:8: `match` has an unknown value (expected: `contains`, `iou` or `coverage`; found: the number 3)',
        '  retrieval-gate.yml:4:17: `chunking.by` has an unknown value (expected: `heading`, `lines` or `document`; found: the text "pages")',
      ].join('\n'),
    )
  })

  it('counts what it does not list', () => {
    const keys = Array.from({ length: 30 }, (_, index) => `zz${index}: 1`)
    expect(complaint(`queries: q\n${keys.join('\n')}`)).toMatch(/^30 mistakes in .*\n {2}and 10 more$/s)
  })
})

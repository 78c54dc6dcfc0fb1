import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addScoreCommand } from '../../src/commands/line/score-command.ts'
import { type ScoreOptions, score } from '../../src/commands/score.ts'
import { UserError } from '../../src/errors.ts'

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'score-'))
  write('qrels', 'q1 0 a 2\nq1 0 b 1\nq1 0 n 0\nq2 0 a 1\nq3 0 c 1\nq4 0 x 0\n')
  write('good.run', 'q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 a 1 1 t\nq4 Q0 x 1 1 t\nq9 Q0 a 1 1 t\n')
  write('bad.run', 'q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\nq2 Q0 z 1 1 t\nq2 Q0 a 1 0.5 t\n')
})
afterAll(() => rmSync(cwd, { recursive: true }))

const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text)
const text = (options: Partial<ScoreOptions>): string =>
  score({ qrels: 'qrels', run: ['good.run'], ...options }, { cwd }).text
const json = (options: Partial<ScoreOptions>) => JSON.parse(text({ json: true, ...options }))

describe('score', () => {
  it('prints a table of means with intervals, and what a reader should know of single queries', () => {
    expect(text({ metrics: 'ndcg@10,P_5', missing: 'zero' })).toMatchInlineSnapshot(`
      "good.run
      metric         mean     95 % interval  queries
      ndcg@10      0.5000  0.0000 to 1.0000        4
      precision@5  0.1500  0.0000 to 0.3500        4

      Without a relevant document, scored 0: q4 (1)
      No ranking in good.run, scored 0: q3 (1)
      Not in qrels, ignored: 1 of the queries of good.run
      "
    `)
  })

  it('prints the scores of every query on demand', () => {
    expect(text({ metrics: 'mrr', perQuery: true })).toMatch(
      /^query +mrr\nq1 +1\.0000\nq2 +1\.0000\nq3 +0\.0000\nq4 +0\.0000\n/m,
    )
  })

  it('gives JSON with an estimate a metric and a score a query', () => {
    const { metrics, queries, missing, withoutRelevant, unjudgedQueries } = json({ metrics: 'ndcg@10,hit@1' })
    expect(Object.keys(metrics)).toEqual(['ndcg@10', 'hit@1'])
    expect(metrics['ndcg@10']).toMatchObject({ point: 0.5, level: 0.95, method: 'bca', n: 4 })
    expect(metrics['ndcg@10'].lower).toBeLessThan(0.5)
    expect(queries.q1).toEqual({ 'ndcg@10': 1, 'hit@1': 1 })
    expect([missing, withoutRelevant, unjudgedQueries]).toEqual([['q3'], ['q4'], 1])
  })

  it('leaves out queries without a ranking with --missing skip, and still counts those without a relevant document', () => {
    const { metrics, queries } = json({ metrics: 'hit@1', missing: 'skip' })
    expect(metrics['hit@1'].point).toBeCloseTo(2 / 3, 12)
    expect(Object.keys(queries)).toEqual(['q1', 'q2', 'q4'])
  })

  it('takes the relevance level for binary metrics only', () => {
    const { queries, withoutRelevant } = json({ metrics: 'recall@5,ndcg@5', relevanceLevel: '2' })
    expect(queries.q2).toEqual({ 'recall@5': 0, 'ndcg@5': 1 })
    expect(withoutRelevant).toEqual(['q2', 'q3', 'q4'])
  })

  it('gives bpref a value without an explicit grade 0, as trec_eval does', () => {
    expect(json({ metrics: 'bpref' }).queries.q2).toEqual({ bpref: 1 })
  })

  it('reads JSON qrels and runs to the same numbers', () => {
    write('qrels.json', '{"q1":{"a":2,"b":1,"n":0},"q2":{"a":1},"q3":{"c":1},"q4":{"x":0}}')
    write('run.json', '{"q1":{"b":1,"a":2},"q2":{"a":1},"q4":{"x":1},"q9":{"a":1}}')
    const theirs = json({ qrels: 'qrels.json', run: ['run.json'] })
    expect(theirs.metrics).toEqual(json({}).metrics)
    expect(theirs.queries).toEqual(json({}).queries)
  })

  it('gives the same bytes each time', () => expect(text({ json: true })).toBe(text({ json: true })))
})

describe('score with two runs', () => {
  it('compares them query by query', () => {
    const { comparison, second, metrics } = json({ run: ['bad.run', 'good.run'], metrics: 'mrr,hit@1' })
    expect(comparison.mrr).toMatchObject({ n: 4, changed: 1, wins: 1, ties: 3, losses: 0, difference: 0.125 })
    expect(second.metrics.mrr.point - metrics.mrr.point).toBeCloseTo(comparison.mrr.difference, 12)
    expect(comparison.mrr.adjustedP).toBeGreaterThanOrEqual(comparison.mrr.p)
    expect([second.run, second.missing]).toEqual(['good.run', ['q3']])
  })

  it('says in words where nothing changed', () => {
    const same = text({ run: ['good.run', 'good.run'], metrics: 'mrr' })
    expect(same).toContain('no question changed')
    expect(json({ run: ['good.run', 'good.run'], metrics: 'mrr' }).comparison.mrr).toMatchObject({
      difference: 0,
      p: null,
    })
  })

  it('pairs only the queries that both have, where missing ones are skipped', () => {
    const { comparison } = json({ run: ['bad.run', 'good.run'], metrics: 'mrr', missing: 'skip' })
    expect(comparison.mrr.n).toBe(2)
  })
})

describe('score refuses', () => {
  it.each<[string, Partial<ScoreOptions>, string]>([
    ['a file that is not there', { run: ['none.run'] }, 'none.run: There is no such file'],
    ['a folder', { qrels: '.' }, '.: Is a folder'],
    ['three runs', { run: ['good.run', 'good.run', 'good.run'] }, 'The flag --run'],
    ['a relevance level of 0', { relevanceLevel: '0' }, 'a whole number from 1'],
    ['another way with what is missing', { missing: 'drop' }, 'zero or skip'],
    ['an unknown metric', { metrics: 'ndcg@10,recal@5' }, 'did you mean "recall@5"?'],
    ['durations', { metrics: 'latency-p50' }, 'cannot be taken from qrels and a run'],
    ['token budgets', { metrics: 'recall@tokens:500' }, 'cannot be taken from qrels and a run'],
    ['metrics of unanswerable queries', { metrics: 'abstention-auroc' }, 'cannot be taken from qrels and a run'],
  ])('%s', (_what, options, message) => {
    expect(() => text(options)).toThrow(UserError)
    expect(() => text(options)).toThrow(message)
  })
})

describe('score on the command line', () => {
  it('takes its flags and prints', async () => {
    let printed = ''
    const stdout = (output: string): void => {
      printed += output
    }
    const program = new Command()
    addScoreCommand(program, { cwd, stdout })
    const flags = [
      '--qrels',
      'qrels',
      '--run',
      'bad.run',
      '--run',
      'good.run',
      '--metrics',
      'mrr',
      '--relevance-level',
      '2',
    ]
    await program.parseAsync(['score', ...flags, '--missing', 'skip', '--per-query', '--json'], { from: 'user' })
    expect(JSON.parse(printed)).toMatchObject({ run: 'bad.run', second: { run: 'good.run' }, missingCount: 'skip' })
  })
})

describe('what must not matter to a score', () => {
  const metrics = 'ndcg@10,ndcg-exp@3,condensed-ndcg@5,map,mrr,bpref,r-precision,f1@3,judged@5,oce'
  const collection = fc.uniqueArray(
    fc.record({
      query: fc.constantFrom('q1', 'q2', 'q3'),
      document: fc.nat(15),
      grade: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
      retrieved: fc.boolean(),
    }),
    { selector: ({ query, document }) => `${query} ${document}`, minLength: 8, maxLength: 40 },
  )
  type Row = { query: string; document: number; grade: number | null; retrieved: boolean; score: number }

  function scored(rows: readonly Row[], name: (id: string) => string): Record<string, unknown> {
    const run = rows.filter(({ retrieved }) => retrieved)
    const judged = rows.filter(({ grade }) => grade !== null)
    if (run.length === 0 || judged.length === 0) return {}
    write('any.qrels', judged.map((row) => `${name(row.query)} 0 ${name(`d${row.document}`)} ${row.grade}\n`).join(''))
    write('any.run', run.map((row) => `${name(row.query)} Q0 ${name(`d${row.document}`)} 1 ${row.score} t\n`).join(''))
    return json({ qrels: 'any.qrels', run: ['any.run'], metrics }).queries
  }

  it('the names of queries and documents', () => {
    fc.assert(
      fc.property(collection, (rows) => {
        const distinct = rows.map((row, i) => ({ ...row, score: (i * 7919) % 101 }))
        const renamed = scored(distinct, (id) => `${[...id].reverse().join('')}/neu`)
        const expected = Object.entries(scored(distinct, (id) => id)).map(([id, scores]) => [
          `${[...id].reverse().join('')}/neu`,
          scores,
        ])
        expect(renamed).toEqual(Object.fromEntries(expected))
      }),
      { numRuns: 25 },
    )
  })

  it('the order of queries and lines', () => {
    fc.assert(
      fc.property(collection, fc.infiniteStream(fc.nat()), (rows, random) => {
        const tied = rows.map((row, i) => ({ ...row, score: i % 4 }))
        const shuffled = tied
          .map((row) => ({ row, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ row }) => row)
        expect(scored(shuffled, (id) => id)).toEqual(scored(tied, (id) => id))
      }),
      { numRuns: 25 },
    )
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runPipeline } from '../../src/pipeline.ts'
import type { Ports } from '../../src/ports.ts'
import type { SweepResult, SweepRow } from '../../src/sweep/sweep-result.ts'
import type { SweepOptions } from '../../src/sweeping/open-sweep.ts'
import { runSweep, type SweepRun } from '../../src/sweeping/run-sweep.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { type Files, portsAt, questions, topic } from '../pipeline/workspace.ts'

const NAMES = Array.from({ length: 330 }, (_, index) => index)

/** A page about each topic, and for most of them a note that has its word more often; the page is the answer. */
const documentsOf = (count: number): Files =>
  Object.fromEntries(
    NAMES.slice(0, count).flatMap((index) => [
      [`docs/page-${index + 1}.md`, `# About ${topic(index)}\n\nIt is explained here.\n`],
      [`notes/n${index}.md`, `# Notes\n\n${`The ${topic(index)}. `.repeat(index % 3)}And this.\n`],
    ]),
  )

const configOf = (sweep: string): string => `# ours
documents: { include: ["docs/**", "notes/**"] }
queries: questions.jsonl
strategies:
  bm25: { type: bm25, fields: { heading: 0, body: 1 } } # to be tuned
  dense: { type: dense }
  hybrid: { type: hybrid, of: [bm25, dense] }
primary: bm25
sweep: { ${sweep} }
`
const HEADINGS = 'strategies.bm25.fields.heading: [0, 4]'
const filesOf = (count: number, sweep = HEADINGS): Files => ({
  ...documentsOf(count),
  'questions.jsonl': questions(count),
  'retrieval-gate.yml': configOf(sweep),
})

const DEFAULTS: SweepOptions = { budget: 2000, test: true, earlyStop: true, write: false, cache: false, progress() {} }
const sweepIn = (folder: string, options: Partial<SweepOptions> = {}, ports: Partial<Ports> = {}): Promise<SweepRun> =>
  runSweep({ ...DEFAULTS, ...options }, { ...portsAt(folder), ...ports })
const workspace = (files: Files): string => {
  const folder = temporaryFolder()
  write(folder, files)
  return folder
}
const sweep = (files: Files, options?: Partial<SweepOptions>): Promise<SweepRun> => sweepIn(workspace(files), options)
const winnerOf = ({ rows }: SweepResult): SweepRow => rows.find(({ winner }) => winner)!
const rowOf = ({ rows }: SweepResult, values: Record<string, unknown>): SweepRow =>
  rows.find((row) => JSON.stringify(row.values) === JSON.stringify(values))!

describe('a sweep', () => {
  it('chooses on dev, confirms on test, and says how much of the gain is left', async () => {
    const { result, files } = await sweep(filesOf(330, `${HEADINGS}, strategies.bm25.b: [0.75, 0.2]`))
    expect(result).toMatchObject({ strategy: 'bm25', metric: 'ndcg@10', budgetMetric: null, split: 'hashed' })
    expect(winnerOf(result).values).toEqual({ 'strategies.bm25.fields.heading': 4, 'strategies.bm25.b': 0.75 })
    const { test, devQuestions } = result
    expect(devQuestions + test!.questions).toBe(330)
    expect(test).toMatchObject({ outcome: 'confirmed', winner: { point: 1 } })
    const [gained, left] = [winnerOf(result).gain!.difference, test!.gain.difference]
    expect(test!.survived).toBeCloseTo(left / gained, 12)
    expect(result.testLooks).toBe(1)
    expect(files.get('sweep.md')).toMatch(
      /^# Sweep of bm25\n\n\*\*BETTER\*\* heading 4, b 0\.75: ndcg@10 \+0\.\d{3} \(.*\) on dev, \+0\.\d{3} \(.*\) on test: /,
    )
  })

  it('scores a setting as a run with that config and `--split dev` does', async () => {
    const { result } = await sweep(filesOf(40), { test: false })
    const config = configOf(HEADINGS).replace('heading: 0', 'heading: 4')
    const folder = workspace({ ...filesOf(40), 'retrieval-gate.yml': config })
    const { report } = await runPipeline({ split: 'dev', timing: false, cache: false }, portsAt(folder))
    const { score } = winnerOf(result)
    const scored = report.strategies.bm25!.summary['ndcg@10']!
    expect(result.devQuestions).toBe(scored.n)
    expect([score.point, score.lower, score.upper]).toEqual([scored.point, scored.lower, scored.upper])
  })

  it('gives the same numbers for what is not stopped, stopping or not', async () => {
    const files = filesOf(60, 'strategies.bm25.fields.heading: [0, 2, 4], strategies.bm25.fields.body: [0, 1]')
    const [early, whole] = [await sweep(files), await sweep(files, { earlyStop: false })]
    const stopped = early.result.rows.filter(({ cannotWin }) => cannotWin !== null)
    expect(stopped.length).toBeGreaterThan(0)
    expect(stopped.every(({ asked }) => asked < early.result.devQuestions)).toBe(true)
    expect(whole.result.rows.every(({ asked }) => asked === early.result.devQuestions)).toBe(true)
    for (const row of early.result.rows) {
      if (row.cannotWin === null) expect(rowOf(whole.result, row.values)).toEqual(row)
    }
    expect(winnerOf(whole.result)).toEqual(winnerOf(early.result))
  })

  it('gives the same bytes twice', async () => {
    const files = filesOf(40)
    expect((await sweep(files)).files).toEqual((await sweep(files)).files)
  })

  it('keeps the current setting where none is better, and leaves test alone', async () => {
    const { result } = await sweep(filesOf(40, 'strategies.bm25.fields.body: [1, 0]'))
    expect(winnerOf(result).current).toBe(true)
    expect([result.test, result.noTest, result.testUses]).toEqual([
      null,
      'no setting is better than the current one, so there is no gain to confirm',
      [],
    ])
  })

  it('tries the current setting even where the grid leaves it out', async () => {
    const { result } = await sweep(filesOf(40, 'strategies.bm25.fields.heading: [4, 5]'))
    expect(
      result.rows.map(({ values, current }) => [values['strategies.bm25.fields.heading'], current]),
    ).toContainEqual([0, true])
    expect(result.rows).toHaveLength(3)
  })

  it('compares chunk sizes at an equal budget of tokens too', async () => {
    const { result } = await sweep(filesOf(40, 'chunking.maxTokens: [256, 16], chunking.overlap: [0]'), { budget: 64 })
    expect(result.budgetMetric).toBe('recall@tokens:64')
    expect(result.rows.every(({ budget }) => budget !== null && budget.score.point !== null)).toBe(true)
  })

  it('names the metric of the first rule, or the one that is asked for', async () => {
    const config = `${configOf(HEADINGS)}gate: [{ metric: latency-p50, maxRatio: 2 }, { metric: mrr, maxDrop: 0.1 }]\n`
    const files = { ...filesOf(20), 'retrieval-gate.yml': config }
    expect((await sweep(files)).result.metric).toBe('mrr')
    expect((await sweep(files, { metric: 'recall@5' })).result.metric).toBe('recall@5')
    await expect(sweep(files, { metric: 'latency-p50' })).rejects.toThrow(
      'this metric has no score of single questions',
    )
  })
})

describe('the look at test', () => {
  it('is counted over sweeps, also by one that does not look', async () => {
    const folder = workspace(filesOf(40))
    const uses = [await sweepIn(folder), await sweepIn(folder, { test: false }), await sweepIn(folder)]
    expect(uses.map(({ result }) => result.testUses.length)).toEqual([1, 1, 2])
    const { result, files } = uses[2]!
    expect(result.testLooks).toBe(2)
    expect(files.get('sweep.md')).toContain('These questions of `test` have now been looked at 2 times')
    expect(result.testUses[1]).toMatchObject({ strategy: 'bm25', metric: 'ndcg@10', commit: null })
  })

  it('is another where the questions are others', async () => {
    const folder = workspace(filesOf(40))
    await sweepIn(folder)
    write(folder, { 'questions.jsonl': questions(40, (line) => ({ ...line, query: `${line.query} Please.` })) })
    const { result } = await sweepIn(folder)
    expect([result.testUses.length, result.testLooks]).toEqual([2, 1])
  })

  it('starts anew, and says so, where the earlier report is something else', async () => {
    const folder = workspace({ ...filesOf(40), 'retrieval-gate-report/sweep.json': '{"a": 1}' })
    let said = ''
    const { result } = await sweepIn(
      folder,
      {},
      {
        stderr(text) {
          said += text
        },
      },
    )
    expect(said).toContain('earlier looks at `test` are not counted')
    expect(result.testLooks).toBe(1)
  })

  it('confirms nothing below 50 questions', async () => {
    const { result, files } = await sweep(filesOf(40))
    expect(result.test?.outcome).toBe('too few questions')
    expect(files.get('sweep.md')).toContain('below 50 it cannot confirm a gain, whatever it shows')
  })

  it('is left out where all questions are of dev', async () => {
    const all = questions(20, (line) => ({ ...line, split: 'dev' }))
    const { result } = await sweep({ ...filesOf(20), 'questions.jsonl': all })
    expect([result.devQuestions, result.split, result.noTest]).toEqual([
      20,
      'named',
      'no question of `test` has a score',
    ])
  })
})

describe('writing the best values', () => {
  const configIn = (folder: string) => readFileSync(join(folder, 'retrieval-gate.yml'), 'utf8')

  it('changes these values in the config and nothing else', async () => {
    const folder = workspace(filesOf(40))
    const { result } = await sweepIn(folder, { write: true })
    expect(result.written).toEqual({ done: true, why: 'the best values are in retrieval-gate.yml' })
    expect(configIn(folder)).toBe(configOf(HEADINGS).replace('heading: 0', 'heading: 4'))
  })

  it('is refused where the current setting is the best', async () => {
    const folder = workspace(filesOf(40, 'strategies.bm25.fields.body: [1, 0]'))
    const { result, files } = await sweepIn(folder, { write: true })
    expect(result.written).toEqual({ done: false, why: 'the current setting is the best' })
    expect(files.get('sweep.md')).toContain('Not written: the current setting is the best.')
    expect(configIn(folder)).toBe(configOf('strategies.bm25.fields.body: [1, 0]'))
  })

  it('is refused where the best setting is worse on test', async () => {
    // On test, the notes are the answers.
    const lines = questions(40, (line, index) =>
      index % 2 === 0 ? { ...line, split: 'dev' } : { ...line, split: 'test', expected_files: [`notes/n${index}.md`] },
    )
    const folder = workspace({ ...filesOf(40), 'questions.jsonl': lines })
    const { result } = await sweepIn(folder, { write: true })
    expect(result.test!.gain.difference).toBeLessThan(0)
    expect(result.written?.why).toMatch(/^the best setting is worse on `test`: ndcg@10 −0\.\d+$/)
    expect(configIn(folder)).toBe(configOf(HEADINGS))
  })
})

describe('a mistake before a sweep', () => {
  it('is a key that has nothing to do with the strategy that is scored', async () => {
    const files = filesOf(20, 'strategies.hybrid.k: [20, 60]')
    await expect(sweep(files)).rejects.toThrow(
      /^retrieval-gate\.yml:9:10: `strategies\.hybrid\.k` changes nothing about `bm25`, whose score is compared/,
    )
    expect((await sweep(files, { strategy: 'hybrid' })).result.strategy).toBe('hybrid')
  })

  it('is a strategy that there is not, or a grid that is the config', async () => {
    await expect(sweep(filesOf(20), { strategy: 'b25' })).rejects.toThrow('the config has no such strategy')
    await expect(sweep(filesOf(20, 'strategies.bm25.b: [0.75]'))).rejects.toThrow('there is nothing to compare')
  })

  it('is an eval set with no question to choose by', async () => {
    const lines = questions(20, (line) => ({ ...line, split: 'test' }))
    await expect(sweep({ ...filesOf(20), 'questions.jsonl': lines })).rejects.toThrow('no query is in the split `dev`')
  })

  it('changes nothing about a run', async () => {
    const folder = workspace(filesOf(20, 'strategies.bm25.b: [7]'))
    const swept = await runPipeline({ timing: false, cache: false }, portsAt(folder))
    write(folder, { 'retrieval-gate.yml': configOf(HEADINGS).replace(/sweep.*\n/, '') })
    const plain = await runPipeline({ timing: false, cache: false, out: 'plain' }, portsAt(folder))
    expect(plain.files).toEqual(swept.files)
  })
})

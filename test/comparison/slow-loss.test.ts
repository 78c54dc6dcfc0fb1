import { describe, expect, it } from 'vitest'
import { slowLoss } from '../../src/comparison/slow-loss.ts'
import { decideOutcome } from '../../src/decide-outcome.ts'
import { overTime } from '../../src/reports/over-time.ts'
import { asking, breaking, query, reportOf, retrieving, simpleSide } from './sides.ts'

const side = simpleSide(20)
const losing = (broken: number) => reportOf(breaking(side, broken))
const past = (report: ReturnType<typeof reportOf>, days: number, commit = String(days).repeat(40)) => ({
  report,
  artifact: 1000 + days,
  days,
  date: `day ${days}`,
  commit,
})
const told = async (...given: Parameters<typeof slowLoss>) =>
  overTime({ report: { ...given[0], overTime: await slowLoss(...given) } })

describe('a loss in small steps', () => {
  it('is told against the best run and against 30 days ago', async () => {
    const runs = [
      past(losing(3), 1),
      past(losing(2), 9),
      past(losing(0), 20, 'b'.repeat(40)),
      past(losing(1), 31, 'c'.repeat(40)),
      past(losing(2), 60),
    ]
    expect(await told(losing(4), runs)).toEqual([
      'Against the best earlier run (`bbbbbbb`, day 20): `bm25` ndcg@10 1.000 → 0.800 (−0.200), over 20 shared questions.',
      'Against a run at least 30 days old (`ccccccc`, day 31): `bm25` ndcg@10 0.950 → 0.800 (−0.150), over 20 shared questions.',
    ])
    const [best, month] = await slowLoss(losing(4), runs)
    expect(best).toMatchObject({ kind: 'best', artifact: 1020 })
    expect(month).toMatchObject({ kind: 'month', artifact: 1031 })
  })

  it('is over the questions that both asked, and says nothing of a run of which less than half is left', async () => {
    const asked = (others: number) =>
      reportOf(asking(side, (one, index) => (index < others ? { ...one, text: 'other' } : one)))
    expect(await told(losing(1), [past(asked(5), 3, 'a'.repeat(40))])).toEqual([
      'Against the best earlier run (`aaaaaaa`, day 3): `bm25` ndcg@10 1.000 → 1.000 (0), over 15 shared questions.',
    ])
    expect(await told(losing(1), [past(asked(11), 3)])).toEqual([])
  })

  it('is under the judgments of today on both sides, so that a new label is no loss', async () => {
    const relabelled = asking(side, ({ id }) => query(id, ['other.md']))
    expect(await told(reportOf(relabelled), [past(losing(0), 3, 'a'.repeat(40))])).toEqual([
      'Against the best earlier run (`aaaaaaa`, day 3): `bm25` ndcg@10 0.631 → 0.631 (0), over 20 shared questions.',
    ])
  })

  it('is of the strategy that ships, under the name that it had', async () => {
    const renamed = { ...breaking(side, 2).strategies.bm25!, renamedFrom: 'bm25' }
    const head = reportOf({
      ...side,
      strategies: { other: side.strategies.bm25!, lexical: renamed },
      primary: 'lexical',
    })
    expect(await slowLoss(head, [past(losing(0), 3)])).toMatchObject([{ strategy: 'lexical', before: 1, now: 0.9 }])
  })

  it('does not call best what is worse than the run that is compared with anyway', async () => {
    const runs = [past(losing(1), 20), past(losing(2), 40)]
    expect((await slowLoss(losing(3), runs, losing(0))).map(({ kind }) => kind)).toEqual(['month'])
    expect((await slowLoss(losing(3), runs, losing(1))).map(({ kind }) => kind)).toEqual(['month'])
    expect((await slowLoss(losing(3), runs, losing(2))).map(({ kind }) => kind)).toEqual(['best', 'month'])
  })

  it('is told of a run of 30 days ago, and not of a later one', async () => {
    const kinds = async (days: number) =>
      (await slowLoss(losing(1), [past(losing(0), days)], losing(0))).map(({ kind }) => kind)
    expect(await kinds(29)).toEqual([])
    expect(await kinds(30)).toEqual(['month'])
  })

  it('is not told without an earlier report, nor of a strategy that it has not', async () => {
    expect(await slowLoss(losing(1), [])).toEqual([])
    expect(await slowLoss(losing(1), [past(reportOf(simpleSide(20, 'dense')), 3)])).toEqual([])
  })

  it('is told on a metric of rankings, whatever rule comes first', async () => {
    const head = reportOf({ ...retrieving(side, {}), rules: [{ metric: 'latency-p50', max: 100 }, { metric: 'mrr' }] })
    expect(await slowLoss(head, [past(losing(0), 3)])).toMatchObject([{ metric: 'mrr' }])
  })
})

describe('an earlier report that cannot be compared', () => {
  it('stops nothing: the verdict is that without it', async () => {
    const broken = { ...losing(0), queries: { q001: null } } as unknown as ReturnType<typeof reportOf>
    const baseline = { report: losing(0), label: 'base', source: 'file', note: 'base' }
    const options = { root: null, seed: 'seed', links: {} }
    const outcome = await decideOutcome(losing(4), baseline, { ...options, past: [past(broken, 40)] })
    expect(outcome).toEqual(await decideOutcome(losing(4), baseline, options))
    expect(outcome.verdict.status).toBe('fail')
  })
})

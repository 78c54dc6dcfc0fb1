import { describe, expect, it } from 'vitest'
import type { EvaluationReport } from '../../src/baseline/report-schema.ts'
import type { Verdict } from '../../src/gate/verdict.ts'
import type { Side as BenchSide } from '../../src/selftest/answer.ts'
import { decideSides } from '../../src/selftest/decide-sides.ts'
import { loseAll, mutate, replaceStrategies } from '../../src/selftest/mutate.ts'
import { mutations } from '../../src/selftest/mutations.ts'
import { TestBench } from '../../src/selftest/test-bench.ts'
import { reportOf, type Side } from '../comparison/sides.ts'
import { triedSide, tryOptions } from './tried-side.ts'

const side: Side = {
  ...triedSide,
  rules: [
    { metric: 'ndcg@10', maxDrop: { absolute: 0.02 } },
    { metric: 'recall@1', maxDrop: { share: 0.05 }, where: { category: 'odd' } },
    { metric: 'mrr', min: 0.5, maxDrop: { absolute: 0.1 }, level: 'warn' },
    { metric: 'hit@1', min: 0.4, where: { category: 'even' } },
    { metric: 'recall@5', maxDrop: { absolute: 0.05 }, worst: 'category' },
    { metric: 'no-evidence-accuracy', max: 0.5 },
    { metric: 'abstention-auroc', maxDrop: { absolute: 0.5 } },
  ],
}
const bench = new TestBench(reportOf(side))

/** The report that a run would write which finds what a made-up side finds. */
function asReported(made: BenchSide): EvaluationReport {
  const hitsOf = (name: string, id: string) => made.get(name)!.answers.get(id)!.hits
  const strategies = Object.entries(side.strategies).map(([name, { rankings }]) => {
    const found = Object.keys(rankings).map((id) => [id, hitsOf(name, id).map((hit) => hit.id)])
    return [name, { rankings: Object.fromEntries(found) }]
  })
  const report = reportOf({ ...side, strategies: Object.fromEntries(strategies) })
  for (const [name, { rankings }] of Object.entries(report.strategies)) {
    for (const [id, positions] of Object.entries(rankings)) {
      for (const [rank, position] of positions.entries()) position[1] = hitsOf(name, id)[rank]!.score
    }
  }
  return report
}

/** What a verdict says, apart from what nobody decides by. */
function said({ status, reasons, results, pinned }: Verdict) {
  return {
    status,
    reasons,
    pinned,
    results: results.map(({ rule, strategy, status, why, baseline, now, change }) => {
      return { rule, strategy, status, why, baseline, now, change }
    }),
  }
}

async function expectSame(made: BenchSide): Promise<Verdict> {
  const quick = decideSides(bench, bench.side, made, 'seed')
  const verdict = await tryOptions.decide(bench.report, asReported(made))
  expect(said(quick)).toEqual(said(verdict))
  return quick
}

describe('a verdict on sides that are made up', () => {
  it('is that of two runs, when nothing changed', async () => {
    expect((await expectSame(bench.side)).results.filter(({ change }) => change !== null && change !== 0)).toEqual([])
  })

  it('is that of two runs, when nothing is found any more', async () => {
    expect((await expectSame(loseAll(bench))).status).toBe('fail')
  })

  it('is that of two runs, when a strategy takes the place of another', async () => {
    await expectSame(replaceStrategies(bench, new Map([['right', 'late']])))
    await expectSame(
      replaceStrategies(
        bench,
        new Map([
          ['near', 'right'],
          ['late', 'near'],
        ]),
      ),
    )
  })

  it.each(Object.entries(mutations))('is that of two runs, after the loss %s', async (_, mutation) => {
    for (const share of [0, 0.02, 0.1, 0.4, 1]) await expectSame(mutate(bench, mutation, share, `seed ${share}`))
  })

  it('goes by the errors and the minScore of the strategy that takes the place', () => {
    const { near, ...others } = side.strategies
    const failing = { ...near!, errors: { q00: 'it broke' } }
    const cut = new TestBench(
      reportOf({ ...side, strategies: { ...others, near: failing, late: { ...others.late!, minScore: 5 } } }),
    )
    const erring = decideSides(cut, cut.side, replaceStrategies(cut, new Map([['right', 'near']])), 'seed')
    expect(erring.status).toBe('invalid')
    expect(erring.reasons[0]).toMatch(/^right erred on 1 question .*q00: it broke/)
    const empty = decideSides(cut, cut.side, replaceStrategies(cut, new Map([['right', 'late']])), 'seed')
    expect(empty.results[0]).toMatchObject({ strategy: 'right', now: 0 })
  })

  it('proves nothing safe by hits that only look the same', () => {
    const rules = [{ metric: 'hit@10', maxDrop: { absolute: 0.1 }, confidence: 'prove-safe' as const, minPairs: 5 }]
    const proving = new TestBench(reportOf({ ...side, rules, primary: 'right' }))
    const same = decideSides(proving, proving.side, proving.side, 'seed')
    const shuffled = decideSides(proving, proving.side, mutate(proving, mutations['shuffle-top'], 1, 'seed'), 'seed')
    expect(same.results[0]?.why).toContain('every hit is the same')
    expect(shuffled.results[0]?.why).not.toContain('every hit is the same')
  })
})

import { describe, expect, it } from 'vitest'
import { compareLatency } from '../../src/gate/compare-latency.ts'
import { decide } from '../../src/gate/decide.ts'
import type { GateInput } from '../../src/gate/gate-input.ts'
import type { Rule } from '../../src/gate/rule.ts'
import { parseMetric } from '../../src/metrics/parse-metric.ts'
import { decideSides, reportOf, ruleOf, simpleSide } from '../comparison/sides.ts'

const side = simpleSide(20)

async function inputOf(rule: Partial<Rule>, before: number | null, now: number | null): Promise<GateInput> {
  const { comparison } = await decideSides(side, side)
  const rules = [ruleOf({ metric: 'latency-p50', ...rule }, ['bm25'])]
  return {
    rules,
    maxErrors: 0,
    head: { ...reportOf(side), latency: latencyOf(now) },
    comparison,
    baselineNote: 'base',
    comparableLatency: before === null ? null : latencyOf(before),
    seed: 'seed',
    metricOf: parseMetric,
  }
}

function latencyOf(point: number | null) {
  return { bm25: { 'latency-p50': { point, lower: null, upper: null, level: 0.95, method: 'none', n: 20 } } }
}

async function compared(rule: Partial<Rule>, before: number | null, now: number | null) {
  const input = await inputOf(rule, before, now)
  return compareLatency(input.rules[0]!, 'bm25', input)
}

describe('latency rules', () => {
  it('hold a ratio, or a rise, against the baseline', async () => {
    expect(await compared({ maxRatio: 1.5 }, 10, 15)).toMatchObject([{ status: 'pass', change: 5 }])
    expect(await compared({ maxRatio: 1.5 }, 10, 16)).toMatchObject([
      {
        status: 'fail',
        why: 'latency-p50 went from 10 ms to 16 ms, 1.600 times the baseline; allowed is at most 1.5 times the baseline',
      },
    ])
    expect(await compared({ maxDrop: { share: 0.2 } }, 10, 13)).toMatchObject([
      { status: 'fail', expected: 'at most 20 % slower' },
    ])
    expect(await compared({ maxDrop: { absolute: 5 } }, 10, 15)).toMatchObject([{ status: 'pass' }])
  })

  it('warn at level warn, and pass however much faster it became', async () => {
    expect(await compared({ maxRatio: 1.5, level: 'warn' }, 10, 30)).toMatchObject([{ status: 'warn' }])
    expect(await compared({ maxDrop: { absolute: 0 } }, 10, 1)).toMatchObject([{ status: 'pass' }])
  })

  it('compare nothing where the sides were measured apart or a quantile is n/a, and say why', async () => {
    expect((await compared({ maxRatio: 2 }, null, 10))[0]).toMatchObject({
      status: 'not compared',
      why: 'latencies compare only where both sides were measured in one job on one machine; these were not',
    })
    expect((await compared({ maxRatio: 2 }, 10, null))[0]?.why).toMatch(/^latency-p50 is n\/a in this run: too few/)
  })

  it('are no business of the rules on scores, and lie under latency', async () => {
    const verdict = decide(await inputOf({ maxRatio: 1.5 }, 10, 16))
    expect(verdict).toMatchObject({ status: 'fail', results: [], latency: [{ status: 'fail' }] })
    expect(verdict.headline).toMatch(/^Retrieval is too slow: `bm25` latency-p50 went from 10 ms to 16 ms/)
    const dropped = decide(await inputOf({ maxDrop: { absolute: 5 } }, 10, 30))
    expect(dropped).toMatchObject({ status: 'fail', results: [], latency: [{ status: 'fail' }] })
  })

  it('hold a limit against this run alone', async () => {
    const verdict = decide(await inputOf({ max: 12 }, null, 14))
    expect(verdict).toMatchObject({
      status: 'fail',
      reasons: ['bm25: latency-p50 is 14 ms, above the 12 ms asked for'],
    })
    expect(decide(await inputOf({ max: 12 }, null, null)).latency).toMatchObject([{ status: 'not compared' }])
  })
})

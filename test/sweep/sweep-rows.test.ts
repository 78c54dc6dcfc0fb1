import { describe, expect, it } from 'vitest'
import type { Query } from '../../src/model.ts'
import { holm } from '../../src/statistics/holm.ts'
import { Measured } from '../../src/sweep/measured.ts'
import type { Entry, RaceResult } from '../../src/sweep/race.ts'
import { sweepRows } from '../../src/sweep/sweep-rows.ts'

const queries: Query[] = Array.from({ length: 40 }, (_, index) => ({
  id: `q${String(index).padStart(2, '0')}`,
  text: '',
  judgments: [],
  tags: [],
  pinned: false,
}))

const entry = (index: number, gain: (question: number) => number, out: Entry['out'] = null, asked = 40): Entry => {
  const measured = new Measured()
  const scored = queries.slice(0, asked).map((query, place) => ({ query, score: 0.4 + gain(place), budget: null }))
  measured.add(scored, new Map())
  return {
    setting: { values: [index], isCurrent: index === 0, cutsOtherwise: false },
    index,
    measured,
    out,
    barred: null,
  }
}

const up = (share: number) => (question: number) => (question % 10 < share ? 0.3 : -0.1)
const current = entry(0, () => 0)
const resultOf = (entries: readonly Entry[]): RaceResult => ({ entries, current: entries[0]!, winner: entries[1]! })
const options = { keys: ['b'], queries, seed: 'seed', earlyStop: true, hasBudget: false }

describe('the rows of a sweep', () => {
  it('are best first, with gains on the current setting adjusted by Holm for all of them', () => {
    const rivals = [entry(1, up(6)), entry(2, up(3)), entry(3, up(1))]
    const rows = sweepRows(resultOf([current, ...rivals]), options)
    expect(rows.map(({ values }) => values.b)).toEqual([1, 2, 0, 3])
    const ps = [1, 2, 3].map((index) => rows.find(({ values }) => values.b === index)!.gain!)
    expect(ps.map(({ adjustedP }) => adjustedP)).toEqual(holm(ps.map(({ p }) => p!)))
    expect(ps[0]).toMatchObject({ n: 40, wins: 24, losses: 16, ties: 0 })
    expect(ps[0]!.difference).toBeCloseTo(0.6 * 0.3 - 0.4 * 0.1, 12)
    expect(rows[2]).toMatchObject({ current: true, gain: null })
  })

  it('of stopped settings come last, say nothing of p, and weigh as p = 1 on the others', () => {
    const out = { after: 20, reason: 'bound' } as const
    const rivals = [entry(1, up(6)), entry(2, up(0), out, 20)]
    const rows = sweepRows(resultOf([current, ...rivals]), options)
    expect(rows.map(({ values }) => values.b)).toEqual([1, 0, 2])
    expect(rows[2]).toMatchObject({ asked: 20, cannotWin: { after: 20, reason: 'bound', stopped: true } })
    expect(rows[2]!.gain!.adjustedP).toBeNull()
    expect(rows[0]!.gain!.adjustedP).toBe(Math.min(1, 2 * rows[0]!.gain!.p!))
    const whole = sweepRows(resultOf([current, rivals[0]!, entry(2, up(0), out)]), { ...options, earlyStop: false })
    expect(whole[0]).toEqual(rows[0])
    expect(whole[2]!.gain!.adjustedP).toBeLessThan(0.001)
  })
})

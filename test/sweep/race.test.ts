import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupBy } from '../../src/group-by.ts'
import type { Query } from '../../src/model.ts'
import type { Measured } from '../../src/sweep/measured.ts'
import { type RaceOptions, race } from '../../src/sweep/race.ts'
import { raceOrder } from '../../src/sweep/race-order.ts'
import type { Setting } from '../../src/sweep/setting.ts'

const query = (index: number, cluster?: string): Query => ({
  id: `q${String(index).padStart(3, '0')}`,
  text: '',
  judgments: [],
  tags: [],
  pinned: false,
  ...(cluster === undefined ? {} : { cluster }),
})
const questions = (count: number) => Array.from({ length: count }, (_, index) => query(index))
const numberOf = ({ id }: Query) => Number(id.slice(1))

interface Column {
  readonly score: (question: number) => number
  readonly budget?: (question: number) => number
  readonly errors?: readonly number[]
  readonly cutsOtherwise?: boolean
}

/** A race among settings with known scores, the first of them the current one; and what each was asked. */
async function raced(columns: readonly Column[], count: number, options: Partial<RaceOptions> = {}) {
  const asked = columns.map(() => [] as string[])
  const settings = columns.map(
    ({ cutsOtherwise = false }, index): Setting => ({ values: [index], isCurrent: index === 0, cutsOtherwise }),
  )
  const result = await race(settings, {
    queries: questions(count),
    range: [0, 1],
    seed: 'seed',
    earlyStop: true,
    maxErrors: 0,
    async open(index) {
      const { score, budget = () => 0, errors = [] } = columns[index]!
      return {
        async ask(queries) {
          asked[index]!.push(...queries.map(({ id }) => id))
          const failing = queries.filter((one) => errors.includes(numberOf(one)))
          const answered = queries.filter((one) => !errors.includes(numberOf(one)))
          return {
            scored: answered.map((one) => ({ query: one, score: score(numberOf(one)), budget: budget(numberOf(one)) })),
            errors: new Map(failing.map(({ id }) => [id, 'no answer'])),
          }
        },
      }
    },
    progress() {},
    ...options,
  })
  return { ...result, asked, outs: result.entries.map(({ out }) => out) }
}

const total = ({ scored }: Measured) => [...scored.values()].reduce((sum, { score }) => sum + score, 0)

/** Good on three questions of four, in no particular order. */
const good = (question: number) => ((question * 7) % 4 === 0 ? 0 : 0.9)

describe('a race of settings', () => {
  it('finds the best on all questions, and keeps the current one where none is better', async () => {
    const better = { score: (question: number) => good(question) + 0.05 }
    expect((await raced([{ score: good }, better], 60)).winner.index).toBe(1)
    expect((await raced([better, { score: good }], 60)).winner.index).toBe(0)
    expect((await raced([{ score: good }, { score: good }], 60)).winner.index).toBe(0)
  })

  it('stops a setting that is clearly behind, long before the end', async () => {
    const { outs, asked, winner } = await raced([{ score: good }, { score: (one) => good(one) / 3 }], 200)
    expect(outs).toEqual([null, { after: 40, reason: 'bound' }])
    expect(asked.map(({ length }) => length)).toEqual([200, 40])
    expect(winner.index).toBe(0)
  })

  it('stops a setting that could not catch up with full marks', async () => {
    const { outs } = await raced([{ score: () => 1 }, { score: () => 1 }], 20)
    expect(outs[1]).toEqual({ after: 10, reason: 'exact' })
    const hopeless = await raced([{ score: () => 0.9 }, { score: () => 0 }], 20)
    expect(hopeless.outs[1]).toEqual({ after: 10, reason: 'exact' })
  })

  it('asks a setting to the end that may still win', async () => {
    const { outs, asked } = await raced([{ score: good }, { score: (one) => good(one + 1) }], 100)
    expect(outs[1]).toBeNull()
    expect(asked[1]).toHaveLength(100)
  })

  it('stops nobody in the last fifth, where it saves little', async () => {
    const { outs } = await raced([{ score: () => 0.5 }, { score: (one) => (one % 2) * 0.9 }], 40)
    expect(outs[1]).toBeNull()
  })

  it('asks everything without early stop, and says all the same who was out when', async () => {
    const columns = [{ score: good }, { score: (one: number) => good(one) / 3 }]
    const { outs, asked } = await raced(columns, 200, { earlyStop: false })
    expect(outs[1]).toEqual({ after: 40, reason: 'bound' })
    expect(asked[1]).toHaveLength(200)
  })

  it('does not choose a setting that errs more often than may be', async () => {
    const erring = { score: () => 1, errors: [3] }
    const { winner, entries } = await raced([{ score: good }, erring], 60)
    expect([winner.index, entries[1]?.barred]).toEqual([0, 'errors'])
    expect((await raced([{ score: good }, erring], 60, { maxErrors: 1 })).winner.index).toBe(1)
  })

  it('asks no other setting where the current one errs more often than may be', async () => {
    const { asked, entries } = await raced([{ score: good, errors: [3] }, { score: () => 1 }], 60)
    expect(asked.map(({ length }) => length)).toEqual([60, 0])
    expect(entries.map(({ barred }) => barred)).toEqual(['errors'])
  })

  it('chooses no setting for erring where the others score low', async () => {
    const hard = (question: number) => (question === 3 ? 0 : 0.9)
    const { winner } = await raced([{ score: hard }, { score: hard, errors: [3] }], 60, { maxErrors: 1 })
    expect(winner.index).toBe(0)
    const cut = { score: () => 1, budget: () => 0.5, cutsOtherwise: true }
    const easy = { score: hard, budget: (question: number) => (question === 3 ? 1 : 0.5), errors: [] }
    expect((await raced([easy, { ...cut, errors: [3] }], 60, { maxErrors: 1 })).winner.index).toBe(1)
  })

  it('does not choose a setting that cuts otherwise and finds less at an equal budget', async () => {
    const cut = { score: () => 0.95, cutsOtherwise: true }
    const less = await raced(
      [
        { score: good, budget: () => 0.5 },
        { ...cut, budget: () => 0.4 },
      ],
      60,
    )
    expect([less.winner.index, less.entries[1]?.barred]).toEqual([0, 'budget'])
    const same = await raced(
      [
        { score: good, budget: () => 0.5 },
        { ...cut, budget: () => 0.5 },
      ],
      60,
    )
    expect([same.winner.index, same.entries[1]?.barred]).toEqual([1, null])
  })

  it('gives every setting that stays the same scores, whether others are stopped or not', async () => {
    const column = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 })
    const shifted = fc.tuple(column, fc.double({ min: 0, max: 1, noNaN: true }))
    await fc.assert(
      fc.asyncProperty(fc.array(shifted, { minLength: 2, maxLength: 4 }), async (drawn) => {
        const columns = drawn.map(([scores, share]) => ({ score: (one: number) => (scores[one] ?? 0) * share }))
        const early = await raced(columns, 60)
        const whole = await raced(columns, 60, { earlyStop: false })
        expect(early.outs).toEqual(whole.outs)
        for (const [index, { out, measured }] of early.entries.entries()) {
          if (out === null) expect(measured).toEqual(whole.entries[index]?.measured)
        }
        if (whole.winner.out === null) expect(early.winner.index).toBe(whole.winner.index)
        if (whole.winner.out !== null) expect(whole.winner.out.reason).toBe('bound')
      }),
      { numRuns: 60 },
    )
  })

  it('hardly ever gives up the best setting, even where its gains are rare and large', async () => {
    const trials = 250
    let given = 0
    for (let trial = 0; trial < trials; trial++) {
      // Six questions of a hundred gain 0.95, most others lose a little: the sum is just above 0.
      const gains = (one: number) => one % 100 < 6
      const leader = { score: (one: number) => (gains(one) ? 0.05 : 0.5) }
      const best = { score: (one: number) => (gains(one) ? 1 : 0.5 - 0.0606) }
      const { outs, entries } = await raced([leader, best], 100, { seed: `world ${trial}`, earlyStop: false })
      const [now, gained] = entries.map(({ measured }) => total(measured))
      expect(gained).toBeGreaterThan(now!)
      if (outs[1] !== null) given++
    }
    expect(given / trials).toBeLessThanOrEqual(0.01)
  })
})

describe('the order of questions in a race', () => {
  it('is drawn from the seed, and of every question once', () => {
    const all = questions(95)
    const order = raceOrder(all, 'a')
    expect(order.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 5])
    expect(order.flat().map(({ id }) => id)).not.toEqual(all.map(({ id }) => id))
    expect(order.flat().sort((a, b) => numberOf(a) - numberOf(b))).toEqual(all)
    expect(raceOrder(all.toReversed(), 'a')).toEqual(order)
    expect(raceOrder(all, 'b')).not.toEqual(order)
  })

  it('keeps the questions of a cluster together', () => {
    const clustered = Array.from({ length: 60 }, (_, index) => query(index, `c${index % 20}`))
    for (const block of raceOrder(clustered, 'a')) {
      for (const members of groupBy(block, ({ cluster }) => cluster).values()) expect(members).toHaveLength(3)
    }
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge } from '../../src/judging/judge.ts'
import { type Hit, type Judgment, REPEATED, type Target, UNJUDGED } from '../../src/model.ts'

const options = { match: 'contains', depth: 50 } as const

function hit(path: string, startLine?: number, endLine?: number, score = 1): Hit {
  const lines = startLine === undefined || endLine === undefined ? {} : { startLine, endLine }
  return { id: `${path}:${startLine}-${endLine}`, path, score, ...lines }
}

function judgment(target: Target, grade = 1): Judgment {
  return { id: JSON.stringify(target), target, grade }
}

const file = (path: string, grade = 1) => judgment({ kind: 'file', path }, grade)
const glob = (pattern: string, grade = 1) => judgment({ kind: 'glob', pattern }, grade)
const lines = (path: string, startLine: number, endLine: number, grade = 1) =>
  judgment({ kind: 'lines', path, startLine, endLine }, grade)
const labels = (judgments: Judgment[], hits: Hit[], more = {}) =>
  judge(judgments, { hits }, { ...options, ...more }).ranking.labels

describe('judge', () => {
  it('collapses hits to documents where every judgment is a file, glob or id', () => {
    expect(labels([file('a')], [hit('b', 1, 5), hit('b', 6, 9), hit('a', 1, 2)])).toEqual([UNJUDGED, 1])
  })

  it('keeps a chunk that a judgment names by its own id, whatever stands first of its document', () => {
    const byId = [judgment({ kind: 'id', id: 'a:6-9' })]
    expect(labels(byId, [hit('a', 1, 5), hit('a', 6, 9), hit('a', 10, 12), hit('a', 6, 9)])).toEqual([UNJUDGED, 1])
    expect(labels(byId, [hit('a', 6, 9), hit('a', 1, 5)])).toEqual([1])
    const byDocument = [judgment({ kind: 'id', id: 'a' })]
    const whole = { id: 'a', document: 'a', score: 1 }
    expect(labels(byDocument, [{ id: 'b', score: 1 }, whole, whole])).toEqual([UNJUDGED, 1])
  })

  it('does not collapse where a judgment asks for lines', () => {
    expect(labels([file('a'), lines('b', 1, 5)], [hit('c', 1, 5), hit('c', 6, 9), hit('a', 1, 2)])).toEqual([
      UNJUDGED,
      UNJUDGED,
      1,
    ])
  })

  it('consumes the best-graded open judgment, then the next', () => {
    const judgments = [glob('docs/*', 1), file('docs/a', 2)]
    expect(labels(judgments, [hit('docs/a'), hit('docs/b'), hit('docs/c')])).toEqual([2, 1, REPEATED])
  })

  it('prefers the most specific among equal grades, so that the glob stays open for the next hit', () => {
    expect(labels([glob('docs/*'), file('docs/a')], [hit('docs/a'), hit('docs/b')])).toEqual([1, 1])
    expect(labels([file('a'), lines('a', 1, 3)], [hit('a', 1, 3), hit('a', 9, 12)])).toEqual([1, 1])
  })

  it('gives a repeated hit no gain but its rank', () => {
    const judged = judge(
      [lines('a', 1, 10), lines('b', 1, 2)],
      { hits: [hit('a', 1, 9), hit('a', 2, 10), hit('b', 1, 2)] },
      options,
    )
    expect(judged.ranking.labels).toEqual([1, REPEATED, 1])
    expect(judged.ranks).toEqual([1, 3])
  })

  it('consumes all line judgments that one hit wholly contains, each at a position of its own', () => {
    const judged = judge(
      [lines('a', 1, 3), lines('a', 5, 9, 3), lines('a', 90, 95)],
      { hits: [hit('a', 1, 20)] },
      options,
    )
    expect(judged.ranking.labels).toEqual([3, 1])
    expect(judged.ranks).toEqual([2, 1, null])
  })

  it('matches lines by containment or an IoU of one half, and by the other rules where asked', () => {
    const judged = (match: 'contains' | 'iou' | 'coverage', from: number, to: number) =>
      labels([lines('a', 11, 20)], [hit('a', from, to)], { match })[0]
    expect(judged('contains', 1, 100)).toBe(1)
    expect(judged('contains', 16, 20)).toBe(1)
    expect(judged('contains', 17, 20)).toBe(UNJUDGED)
    expect(judged('contains', 16, 21)).toBe(UNJUDGED)
    expect(judged('iou', 1, 100)).toBe(UNJUDGED)
    expect(judged('iou', 6, 20)).toBe(1)
    expect(judged('coverage', 16, 100)).toBe(1)
    expect(judged('coverage', 17, 100)).toBe(UNJUDGED)
  })

  it('takes a hit without lines for the whole document', () => {
    expect(labels([lines('a', 11, 20)], [hit('a')])).toEqual([1])
  })

  it('matches an id by the hit id or its document id', () => {
    const byId = judgment({ kind: 'id', id: '42' })
    expect(
      labels(
        [byId],
        [
          { id: '7', score: 2 },
          { id: '42', score: 1 },
        ],
      ),
    ).toEqual([UNJUDGED, 1])
    expect(
      labels(
        [byId],
        [
          { id: '42:1-3', document: '42', score: 1 },
          { id: '42:4-6', document: '42', score: 1 },
        ],
      ),
    ).toEqual([1])
  })

  it('keeps an explicit grade 0 apart from unjudged', () => {
    expect(labels([file('a', 0), file('b', 1)], [hit('a'), hit('c'), hit('b')])).toEqual([0, UNJUDGED, 1])
  })

  it('cuts hits below minScore, but reports the confidence from before the cut', () => {
    const hits = [hit('a', 1, 2, 5), hit('b', 1, 2, 3)]
    const judged = judge([file('b')], { hits }, { ...options, minScore: 4 })
    expect(judged.ranking).toMatchObject({ labels: [UNJUDGED], confidence: 5 })
  })

  it('holds minScore against the confidence where a fusion hands one on', () => {
    const ranking = { hits: [hit('a', 1, 2, 0.016)], confidence: 7 }
    expect(judge([file('a')], ranking, { ...options, minScore: 6 }).ranking.labels).toEqual([1])
    expect(judge([file('a')], ranking, { ...options, minScore: 8 }).ranking).toMatchObject({
      labels: [],
      confidence: 7,
    })
  })

  it('never lets the labels gain more than the judgments hold, whatever is retrieved', () => {
    const path = fc.constantFrom('a', 'b', 'c')
    const range = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 9 }))
    const anyJudgment = fc.oneof(
      fc.tuple(path, fc.nat(3)).map(([p, g]) => file(p, g)),
      fc.tuple(fc.constantFrom('*', '{a,b}'), fc.nat(3)).map(([p, g]) => glob(p, g)),
      fc.tuple(path, range, fc.nat(3)).map(([p, [s, l], g]) => lines(p, s, s + l, g)),
    )
    const anyHit = fc.tuple(path, range).map(([p, [s, l]]) => hit(p, s, s + l))
    fc.assert(
      fc.property(fc.array(anyJudgment, { maxLength: 6 }), fc.array(anyHit, { maxLength: 12 }), (judgments, hits) => {
        const { labels: found, grades } = judge(judgments, { hits }, options).ranking
        const gained = found.filter((label) => label >= 0).sort((x, y) => y - x)
        expect(gained.length).toBeLessThanOrEqual(grades.length)
        gained.forEach((label, place) => expect(label).toBeLessThanOrEqual(grades[place]!))
      }),
    )
  })
})

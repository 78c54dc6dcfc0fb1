import fc from 'fast-check'
import { type JudgedRanking, REPEATED, UNJUDGED } from '../../src/model.ts'

/** A judged ranking by hand: labels, and the grades of all judgments in any order. */
export function judgedRanking(
  labels: readonly number[],
  grades: readonly number[],
  rest: Partial<JudgedRanking> = {},
): JudgedRanking {
  const tokens = labels.map(() => 100)
  return { labels, tokens, grades: [...grades].sort((a, b) => b - a), level: 1, confidence: null, ...rest }
}

/** Any ranking that judging can give: each judgment is consumed at most once, a repetition follows a consumed one. */
export const anyJudgedRanking: fc.Arbitrary<JudgedRanking> = fc
  .record({
    judgments: fc.array(fc.record({ grade: fc.integer({ min: 0, max: 3 }), found: fc.boolean() }), { maxLength: 12 }),
    others: fc.array(fc.constantFrom(UNJUDGED, UNJUDGED, REPEATED), { maxLength: 25 }),
    level: fc.constantFrom(1, 1, 1, 2),
    confidence: fc.option(fc.double({ noNaN: true }), { nil: null }),
    seed: fc.infiniteStream(fc.nat()),
    sizes: fc.infiniteStream(fc.nat({ max: 300 })),
  })
  .map(({ judgments, others, level, confidence, seed, sizes }) => {
    const consumed = judgments.filter(({ found }) => found).map(({ grade }) => grade)
    const keyed = [...consumed, ...others].map((label) => ({ label, key: seed.next().value as number }))
    const labels = keyed.sort((a, b) => a.key - b.key).map(({ label }) => label)
    const tokens = labels.map(() => sizes.next().value as number)
    return judgedRanking(
      labels,
      judgments.map(({ grade }) => grade),
      { level, confidence, tokens },
    )
  })

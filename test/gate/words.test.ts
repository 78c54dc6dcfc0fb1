import { describe, expect, it } from 'vitest'
import { asking, breaking, decideSides, type Side, simpleSide } from '../comparison/sides.ts'

const base = simpleSide(84)
const ruled = (side: Side, ...rules: NonNullable<Side['rules']>): Side => ({ ...side, rules })
const pinned = asking(base, (one, index) => ({ ...one, pinned: index < 2 }))
const thousand = simpleSide(1000)
const withHybrid = { ...base, strategies: { ...base.strategies, hybrid: base.strategies['bm25']! }, primary: 'hybrid' }

const FIRST = 'Nothing to compare with yet: this run can be the first baseline'

const headlines: readonly [string, Side | null, Side][] = [
  ['Retrieval holds: `bm25` ndcg@10 1.000 → 1.000 (0, allowed −0.020)', base, base],
  ['Retrieval got worse: `bm25` ndcg@10 1.000 → 0.952 (−0.048, allowed −0.020)', base, breaking(base, 4)],
  ['Retrieval holds: `bm25` ndcg@10 0.893 → 1.000 (+0.107, allowed −0.020)', breaking(base, 9), base],
  [
    'Retrieval got worse: `bm25` ndcg@10 1.000 → 0.999 (−0.001, allowed −0.0009)',
    thousand,
    ruled(breaking(thousand, 1), { maxDrop: { absolute: 0.0009 } }),
  ],
  [
    'Retrieval got worse: `bm25` ndcg@10 1.000 → 0.988 (−0.012, allowed 0)',
    base,
    ruled(breaking(base, 1), { maxDrop: { absolute: 0 } }),
  ],
  [FIRST, null, base],
  [`${FIRST}; \`bm25\` ndcg@10 1.000, at least 0.500 is asked for`, null, ruled(base, { min: 0.5 }, {})],
  ['Retrieval holds: `bm25` ndcg@10 1.000, at least 0.500 is asked for', base, ruled(base, { min: 0.5 })],
  [
    'Retrieval is out of bounds: `bm25` ndcg@10 is 0.488, below the 0.500 asked for',
    base,
    ruled(breaking(base, 43), { min: 0.5 }),
  ],
  [
    'Retrieval may be worse: `bm25` a drop of ndcg@10 by 0.055 cannot be excluded (one-sided 95 %, share), and 0.020 is allowed',
    base,
    ruled(breaking(base, 1), { confidence: 'prove-safe' }),
  ],
  [
    'Retrieval holds: `bm25` mrr 1.000 → 0.905 (−0.095, allowed −0.500); 1 rule warns',
    base,
    ruled(breaking(base, 8), { level: 'warn' }, { metric: 'mrr', maxDrop: { absolute: 0.5 } }),
  ],
  ['Nothing failed: no rule compares scores', base, ruled(base, { metric: 'latency-p50', maxRatio: 2, level: 'warn' })],
  ['Nothing to compare `hybrid` with: the baseline has no strategy hybrid', base, withHybrid],
  ['2 pinned questions fail: q001, q002 (on bm25)', pinned, ruled(breaking(pinned, 2), { maxDrop: { absolute: 0.1 } })],
  [
    'A pinned question fails: q002 was removed',
    pinned,
    asking(pinned, ({ id, ...one }) => (id === 'q002' ? null : { id, ...one })),
  ],
  [
    "Could not be decided: only 34 of the baseline's 84 questions can be compared; 80 % must",
    base,
    asking(base, (one, index) => (index < 50 ? null : one)),
  ],
]

describe('the headline', () => {
  it.each(headlines)('reads "%s"', async (headline, before, head) => {
    expect((await decideSides(before, head)).verdict.headline).toBe(headline)
  })
})

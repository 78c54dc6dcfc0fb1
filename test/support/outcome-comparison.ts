import type { Comparison, QueryChange, StrategyComparison } from '../../src/comparison/comparison.ts'
import { idsOf, linesTarget, METRICS, STRATEGIES, textOf } from './outcome-report.ts'

/** The comparison half of a made-up outcome. */

export interface OutcomeSize {
  readonly queries: number
  /** How many broke on `hybrid`; each falls from 1 to 0. */
  readonly broke: number
  readonly improved: number
  /** How many fell from 1 to 0.5. */
  readonly worse?: number
}

export function comparisonOf(size: OutcomeSize): Comparison {
  const ids = idsOf(size.queries)
  return {
    base: {
      label: 'merge base',
      commit: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
      source: 'merge base, its artifact',
    },
    queries: {
      shared: ids,
      added: ['Q90', 'Q91'],
      removed: [],
      reworded: [],
      rejudged: [],
      pinnedRemoved: [],
      baseTotal: size.queries,
      texts: {},
    },
    uncarried: [],
    carriedTotal: size.queries,
    strategies: STRATEGIES.map((name) =>
      strategyComparison(name, ids, name === 'hybrid' ? size : { ...size, broke: 0, improved: 0 }),
    ),
    missingStrategies: [],
    newStrategies: [],
  }
}

function strategyComparison(strategy: string, ids: readonly string[], size: OutcomeSize): StrategyComparison {
  const changes = ids.map((id, index) => changeOf(id, index, size))
  const scores = (metric: string) => ({
    metric,
    ids,
    base: changes.map(({ base }) => base),
    now: changes.map(({ now }) => now),
  })
  return {
    strategy,
    metrics: Object.fromEntries(METRICS.map((metric) => [metric, scores(metric)])),
    changes,
    headline: 'ndcg@10',
    sets: {},
    erred: [],
    identical: size.broke + size.improved === 0,
  }
}

function changeOf(id: string, index: number, { broke, improved, worse = 0 }: OutcomeSize): QueryChange {
  const kind = kindOf(index, { broke, improved, worse })
  const [base, now] = SCORES[kind]
  const [baseRank, nowRank] = kind === 'broke' ? [1, index % 2 === 0 ? null : 14] : RANKS[kind]
  const newcomer = {
    id: 'docs/auth-faq.md#1',
    path: 'docs/auth-faq.md',
    startLine: 1,
    endLine: 40,
    rank: 1,
    absentOnOtherSide: index % 3 === 0,
  }
  return {
    id,
    text: textOf(index),
    kind,
    pinned: index === 1,
    base,
    now,
    difference: now - base,
    expected: [
      {
        judgment: { id: 'auth/service.py:10-25', target: linesTarget(), grade: 2 },
        baseRank,
        nowRank,
        deleted: false,
        ...(index === 2 && { changed: true }),
      },
    ],
    fellOut:
      kind === 'broke'
        ? [
            {
              id: 'auth/service.py#1',
              path: 'auth/service.py',
              startLine: 10,
              endLine: 25,
              rank: 1,
              absentOnOtherSide: false,
            },
          ]
        : [],
    cameIn: kind === 'broke' ? [newcomer] : [],
  }
}

type Kind = 'broke' | 'improved' | 'worse' | 'same'

function kindOf(index: number, { broke, improved, worse }: Record<'broke' | 'improved' | 'worse', number>): Kind {
  if (index < broke) return 'broke'
  if (index < broke + improved) return 'improved'
  return index < broke + improved + worse ? 'worse' : 'same'
}

const SCORES: Readonly<Record<Kind, readonly [number, number]>> = {
  broke: [1, 0],
  improved: [0.5, 1],
  worse: [1, 0.5],
  same: [1, 1],
}

const RANKS = { improved: [2, 1], worse: [1, 3], same: [1, 1] } as const

import { groupBy } from '../group-by.ts'
import type { PinnedFailure } from './verdict.ts'

/** A pinned question that fails, with every strategy on which it does so for the same reason; none where none is named. */
export interface PinnedQuestion extends Omit<PinnedFailure, 'strategy'> {
  readonly strategies: readonly string[]
}

/** The failures as a reader thinks of them: a question once, however many strategies fail it. */
export function pinnedByQuestion(pinned: readonly PinnedFailure[]): PinnedQuestion[] {
  const questions = groupBy(pinned, ({ query, why }) => JSON.stringify([query, why]))
  return [...questions.values()].map((failures) => {
    const { strategy: _, ...question } = failures[0]!
    return { ...question, strategies: failures.flatMap(({ strategy = [] }) => strategy) }
  })
}

/** "bm25: pinned Q04 has ..." for one strategy, "pinned Q04 has ... on bm25, dense and 5 more" for several. */
export function pinnedReason({ query, why, strategies }: PinnedQuestion): string {
  const [only] = strategies
  if (only !== undefined && strategies.length === 1) return `${only}: pinned ${query} ${why}`
  return `pinned ${query} ${why}${only === undefined ? '' : ` on ${fewOf(strategies)}`}`
}

const NAMED = 2

/** "bm25, dense and 5 more"; one more is named. */
export function fewOf(names: readonly string[], most = NAMED): string {
  if (names.length <= most + 1) return names.join(', ')
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}

import { brokenQueries, changesOfKind, tellingOrder } from './changed-queries.ts'
import { changeStory, failingStory, type QueryStory } from './query-story.ts'
import type { Outcome } from './report.ts'

/** The queries that a reader should look at, worst first, and what they have in common. */
export interface FailingQueries {
  readonly title: string
  readonly stories: readonly QueryStory[]
}

/** What broke; without that and only for a failed verdict, what is below a floor, or else what got worse. */
export function failingQueries(outcome: Outcome): FailingQueries {
  const { report, verdict } = outcome
  const broken = brokenQueries(outcome)
  if (broken.length > 0 || verdict.status !== 'fail') {
    const stories = broken.map(({ change, strategy, alsoOn }) => changeStory(change, strategy, alsoOn, report.depth))
    return { title: 'The questions that broke', stories }
  }
  const unanswered = unansweredQueries(outcome)
  if (unanswered !== null) return { title: 'The questions that find no answer', stories: unanswered }
  return { title: 'The questions that got worse', stories: worseStories(outcome) }
}

/** What got worse without breaking, worst first, where `failingQueries` does not tell of it; none where nothing is decided. */
export function worseQueries(outcome: Outcome): readonly QueryStory[] {
  const { status } = outcome.verdict
  const isTold = status === 'fail' && brokenQueries(outcome).length === 0
  return isTold || status === 'invalid' ? [] : worseStories(outcome)
}

function worseStories(outcome: Outcome): readonly QueryStory[] {
  const [strategy = ''] = tellingOrder(outcome)
  return changesOfKind(outcome, 'worse').map((change) => changeStory(change, strategy, [], outcome.report.depth))
}

/** Where a floor decided: the queries that score nothing on the rule's metric. */
function unansweredQueries({ report, verdict: { deciding } }: Outcome): readonly QueryStory[] | null {
  if (deciding?.rule.min === undefined) return null
  const { strategy, rule } = deciding
  const scores = Object.entries(report.strategies[strategy]?.queries ?? {})
  return scores.filter(([, score]) => score[rule.metric] === 0).map(([id]) => failingStory(report, strategy, id))
}

import { count, difference, score } from '../numbers.ts'
import { roundDifference } from '../round-difference.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'

const AGAINST = { best: 'the best earlier run', month: 'a run at least 30 days old' }

/** How retrieval stands against earlier runs of the base branch than the one that decides; empty where none was looked at. */
export function overTime({ report }: Pick<Outcome, 'report'>): readonly string[] {
  return (report.overTime ?? []).map(({ kind, commit, date, strategy, metric, questions, before, now }) => {
    const run = `${AGAINST[kind]} (${quoted(commit.slice(0, 7))}, ${date})`
    const scores = `${quoted(strategy)} ${metric} ${score(before)} → ${score(now)} (${difference(roundDifference(now - before))})`
    return `Against ${run}: ${scores}, over ${count(questions, 'shared question')}.`
  })
}

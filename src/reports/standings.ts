import { type Gain, gainsOverParts } from '../comparison/gains-over-parts.ts'
import { type Leaderboard, leaderboard, type Standing } from '../comparison/leaderboard.ts'
import { parseMetric } from '../metrics/parse-metric.ts'
import { headlineMetric, metricOrder } from './headline-metric.ts'
import { onceAnOutcome } from './once-an-outcome.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { strategyOrder } from './strategy-order.ts'

/** The strategies of now, best first, by the headline metric. */
export const standingsOf: (outcome: Outcome) => Leaderboard = onceAnOutcome((outcome) =>
  leaderboard(outcome.report, comparedMetric(outcome), strategyOrder(outcome)),
)

/** What strategies gain over their parts, by the same metric. */
export const gainsOf: (outcome: Outcome) => readonly Gain[] = onceAnOutcome((outcome) =>
  gainsOverParts(outcome.report, comparedMetric(outcome), strategyOrder(outcome)),
)

/** The headline where questions have scores in it, else the first metric in which they have. */
export function comparedMetric(outcome: Outcome): string {
  const ofQuestions = metricOrder(outcome).find((metric) => parseMetric(metric).kind === 'ranking')
  return ofQuestions ?? headlineMetric(outcome)
}

/** How a strategy stands to the best, in words for a column about the best. */
export function standingWords({ best }: Leaderboard, { strategy, point, behind }: Standing): string {
  if (point === null || best === null) return 'no score'
  if (strategy === best) return 'the best'
  if (behind === null) return 'no question in common'
  const { adjustedP, distinguishable } = behind
  if (adjustedP === null) return 'the same on every question'
  return `${distinguishable ? 'behind' : 'not distinguishable'} (${probability(adjustedP)})`
}

/** One sentence on who is ahead; null where there is one strategy, or none has a score. */
export function standingsSentence(outcome: Outcome): string | null {
  const board = standingsOf(outcome)
  const others = board.standings.filter(({ strategy, point }) => strategy !== board.best && point !== null)
  if (board.best === null || others.length === 0) return null
  const level = others.filter(({ behind }) => behind !== null && !behind.distinguishable)
  // One number for all of them says as much as a list of every p.
  if (level.length > MOST_NAMED && level.length === others.length) {
    const least = Math.min(...level.map(({ behind }) => behind!.adjustedP ?? 1))
    return `Best by ${quoted(board.metric)}: ${quoted(board.best)}; not distinguishable from it: all ${level.length} others (${probability(least)}${least < 1 ? ' or more' : ''}).`
  }
  const names = level.map(({ strategy, behind }) => {
    const { adjustedP } = behind!
    return `${quoted(strategy)} (${adjustedP === null ? 'the same on every question' : probability(adjustedP)})`
  })
  const rest =
    names.length === 0 ? 'every other strategy is behind it' : `not distinguishable from it: ${listed(names)}`
  return `Best by ${quoted(board.metric)}: ${quoted(board.best)}; ${rest}.`
}

const MOST_NAMED = 4

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`
}

/** `p = .31`, `p < .001` */
function probability(p: number): string {
  if (p < 0.001) return 'p < .001'
  const text = p.toFixed(p < 0.1 ? 3 : 2)
  return `p = ${Number(text) === 1 ? '1' : text.replace(/^0/, '')}`
}

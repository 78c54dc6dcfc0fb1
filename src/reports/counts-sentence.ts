import { count, differenceInterval, percent } from '../numbers.ts'
import { changesOfKind, tellingOrder } from './changed-queries.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'

/** "12 of 84 questions broke. On `hybrid`, 3 got worse, 2 improved. 95 % interval of the change: −0.068 … −0.019." */
export function countsSentence(outcome: Outcome): string {
  const { comparison, verdict } = outcome
  const [strategy] = tellingOrder(outcome)
  if (comparison === null || strategy === undefined) return ''
  const improved = changesOfKind(outcome, 'improved').length + changesOfKind(outcome, 'fixed').length
  const worse = changesOfKind(outcome, 'worse').length
  const shared = count(comparison.queries.shared.length, 'question')
  const broke = `${verdict.broke.length === 0 ? 'None' : verdict.broke.length} of ${shared} broke`
  const others = [...(worse > 0 ? [`${worse} got worse`] : []), ...(improved > 0 ? [`${improved} improved`] : [])]
  // Of the others, those on one strategy are counted; a question broke wherever it did.
  const on = comparison.strategies.length > 1 && others.length > 0 ? `. On ${quoted(strategy)}, ` : ', '
  return `${others.length === 0 ? broke : `${broke}${on}${others.join(', ')}`}.${intervalSentence(outcome)}`
}

function intervalSentence({ verdict }: Outcome): string {
  const interval = verdict.deciding?.evidence?.interval
  if (interval === undefined) return ''
  const text = differenceInterval(interval)
  return 'none' in interval
    ? ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`
    : ` ${percent(interval.level)} interval of the change: ${text}.`
}

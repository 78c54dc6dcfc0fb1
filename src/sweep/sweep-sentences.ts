import { count, difference, differenceInterval, percent, score } from '../numbers.ts'
import { settingLabel, valueText } from './setting-label.ts'
import type { Confirmation, Gain, SweepResult, SweepRow } from './sweep-result.ts'

/** Below this, chance alone does not do it. */
const LEVEL = 0.05

/**
 * What came out, in one line of plain text that begins with BETTER (beyond what chance gives), MAYBE (better, and it may
 * be chance) or KEEP (the current setting).
 */
export function sweepHeadline(result: SweepResult): string {
  const { strategy, metric, rows, devQuestions, test } = result
  const winner = winnerOf(rows)
  if (winner.gain === null) {
    const { point } = winner.score
    return `KEEP  ${strategy} as it is: the best of ${rows.length} settings (${metric} ${score(point)} on ${count(devQuestions, 'question')} of dev)`
  }
  const label = labelOf(result, winner)
  const gain = `${metric} ${gainText(winner.gain)} on dev`
  if (test === null) return `${isBeyondChance(winner.gain) ? 'BETTER' : 'MAYBE'}  ${label}: ${gain}`
  const word =
    test.gain.difference < 0 ? 'KEEP' : isBeyondChance(winner.gain) || test.outcome === 'confirmed' ? 'BETTER' : 'MAYBE'
  const subject = word === 'KEEP' ? `${strategy} as it is; ${label}` : label
  return `${word}  ${subject}: ${gain}, ${gainText(test.gain)} on test: ${survivedText(test)}${word === 'MAYBE' && test.outcome !== 'too few questions' ? ', and it may be chance' : ''}`
}

function isBeyondChance({ adjustedP }: Gain): boolean {
  return adjustedP !== null && adjustedP <= LEVEL
}

/** What one should know before believing the table: sentences in which backticks mark code. */
export function sweepNotes(result: SweepResult): string[] {
  return [
    ...devNotes(result),
    ...testNotes(result),
    ...budgetNotes(result),
    ...stopNotes(result),
    ...errorNotes(result),
    ...(result.written === null ? [] : [writtenNote(result.written)]),
    ...result.warnings,
  ]
}

export function winnerOf(rows: readonly SweepRow[]): SweepRow {
  return rows.find(({ winner }) => winner)!
}

function labelOf({ keys }: SweepResult, { values }: SweepRow): string {
  return settingLabel(
    keys,
    keys.map((key) => values[key]),
  )
}

/** `p = 0.031`, `p < 0.001` */
export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`
}

function devNotes(result: SweepResult): string[] {
  const { rows, metric, strategy, devQuestions, split } = result
  const winner = winnerOf(rows)
  const how = split === 'hashed' ? ' (no question names its split: four fifths, by a hash of the ids)' : ''
  const about = `${count(rows.length, 'setting')} of ${strategy} by ${metric} on the ${count(devQuestions, 'question')} of \`dev\`${how}.`
  if (winner.gain === null) return [about]
  const { adjustedP, wins, ties, losses } = winner.gain
  const pairs = `${wins} better, ${ties} the same, ${losses} worse`
  const chance = !isBeyondChance(winner.gain)
    ? `that is no more than the best of ${rows.length} settings may gain by chance${adjustedP === null ? '' : ` (adjusted ${pText(adjustedP)})`}`
    : `more than chance gives the best of ${rows.length} settings (adjusted ${pText(adjustedP ?? 0)})`
  return [about, `The best setting against the current one, question by question: ${pairs}; ${chance}.`]
}

function gainText(gain: Gain): string {
  const { interval } = gain
  return `${difference(gain.difference)}${'none' in interval ? '' : ` (${differenceInterval(interval)})`}`
}

/** "61 % of the gain is left"; a share of more than all, or from few questions, is noise and is not made a number. */
function survivedText({ survived, outcome, questions }: Confirmation): string {
  if (outcome === 'too few questions') return `too few questions to confirm it (${questions})`
  if (survived <= 0) return 'none of the gain is left'
  return survived >= 1 ? 'all of the gain is left' : `${percent(Math.round(survived * 100) / 100)} of the gain is left`
}

function testNotes(result: SweepResult): string[] {
  const { test, noTest, testLooks } = result
  if (test === null) return [`\`test\` was not looked at: ${noTest}.`]
  const { questions, outcome, gain } = test
  const said = {
    confirmed: `\`test\` (${questions} questions that nothing was chosen by) confirms the gain.`,
    uncertain: `\`test\` (${questions} questions) does not contradict the gain, but does not confirm it: ${'none' in gain.interval ? gain.interval.none : 'the interval holds 0'}.`,
    gone: `On \`test\` (${questions} questions) the gain is gone: it belonged to the questions that the setting was chosen by.`,
    'too few questions': `\`test\` has ${count(questions, 'question')}: below 50 it cannot confirm a gain, whatever it shows (${gainText(gain)}).`,
  }[outcome]
  const looks =
    testLooks === 1
      ? 'This was the first look at these questions of `test`.'
      : `These questions of \`test\` have now been looked at ${testLooks} times: the more often, the less they can confirm.`
  return [said, looks]
}

function budgetNotes(result: SweepResult): string[] {
  const { budgetMetric } = result
  if (budgetMetric === null) return []
  const tokens = budgetMetric.split(':')[1]
  const why = `Long chunks hold an answer more easily, whatever they cost a reader: settings that cut otherwise are compared at an equal budget too, by what is found in the first ${tokens} tokens (\`${budgetMetric}\`), and are not chosen where that is less than now.`
  return [why, ...barredNotes(result), ...disagreement(result, budgetMetric)]
}

/** Settings that score higher than the winner, and are not chosen. */
function barredNotes({ rows, metric }: SweepResult): string[] {
  const least = winnerOf(rows).score.point ?? 0
  const higher = rows.filter(({ barred, cannotWin, score: { point } }) => {
    return barred === 'budget' && cannotWin?.stopped !== true && point !== null && point > least
  })
  if (higher.length === 0) return []
  return [
    `${count(higher.length, 'setting')} with a higher ${metric} ${higher.length === 1 ? 'is' : 'are'} not chosen for that: where tokens cost you nothing, \`--no-budget\` chooses by ${metric} alone.`,
  ]
}

function disagreement(result: SweepResult, budgetMetric: string): string[] {
  const { rows, metric } = result
  const winner = winnerOf(rows)
  const complete = rows.filter(({ cannotWin }) => cannotWin?.stopped !== true)
  const best = complete.reduce((one, other) => (budgetPoint(other) > budgetPoint(one) ? other : one))
  if (best.winner || budgetPoint(best) <= budgetPoint(winner)) return []
  return [
    `Within the budget another is best: ${labelOf(result, best)} (${budgetMetric} ${score(budgetPoint(best))}, ${metric} ${score(best.score.point)}), against ${score(budgetPoint(winner))} of the one that is chosen.`,
  ]
}

function budgetPoint({ budget }: SweepRow): number {
  return budget?.score.point ?? 0
}

function stopNotes({ rows, earlyStop }: SweepResult): string[] {
  const out = rows.filter(({ cannotWin }) => cannotWin !== null)
  if (out.length === 0) return []
  const reasons = new Set(out.map(({ cannotWin }) => cannotWin!.reason))
  const exact = reasons.has('exact') ? ['exact: full marks on the questions left would not put it ahead'] : []
  const bound = reasons.has('bound')
    ? [
        'bound: behind the best so far by more than sampling explains; the setting that is best on all questions is stopped at most once in 100 sweeps',
      ]
    : []
  const what = earlyStop ? 'was stopped' : 'would have been stopped'
  const seen = earlyStop
    ? ' Its numbers are of the questions that it was asked, a random sample; `--no-early-stop` asks them all.'
    : ''
  return [`What cannot win ${what} (${[...exact, ...bound].join('; ')}).${seen}`]
}

function errorNotes({ rows, keys }: SweepResult): string[] {
  return rows
    .filter(({ firstError }) => firstError !== null)
    .slice(0, 3)
    .map(
      ({ values, errors, firstError }) =>
        `${keys.map((key) => valueText(values[key])).join(', ')}: ${count(errors, 'question')} erred; ${firstError}`,
    )
}

function writtenNote({ done, why }: { readonly done: boolean; readonly why: string }): string {
  return done ? `Written: ${why}.` : `Not written: ${why}.`
}

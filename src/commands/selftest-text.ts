import { count, difference, percent } from '../numbers.ts'
import { visibleText } from '../reports/visible-text.ts'
import type { Caught, MutationResult } from '../selftest/caught-mutations.ts'
import type { Said, SelftestResult } from '../selftest/selftest.ts'
import type { Share } from '../selftest/share.ts'
import { textTable } from './text-table.ts'

/** Pinned questions that are named at most. */
const NAMED = 5

/** What the selftest found, for a terminal: no line of a table is wider than 120 columns unless a name is long. */
export function selftestText(result: SelftestResult): string {
  const { identical, totalLoss, differing, falseAlarms, mutations } = result
  return lines([
    headline(result),
    ...remedy(result),
    '',
    textTable(
      [
        ['two identical runs', saidText(identical, identical.status === 'pass' ? '' : 'must pass')],
        ['a total loss', saidText(totalLoss, totalLoss.status === 'pass' ? 'must not pass' : '')],
        ['evaluated twice', differing.length === 0 ? 'the same' : visibleText(`differs in ${differing.join('; ')}`)],
      ],
      'left',
    ),
    `False alarms: base and head exchanged at random ${count(falseAlarms.gate.of, 'time')}`,
    `(${visibleText(falseAlarms.pair)})`,
    textTable([
      ['rule that compares', 'alarms', '95 % interval'],
      ['all of them together', ...alarmCells(falseAlarms.gate)],
      ...Object.entries(falseAlarms.rules).map(([rule, share]) => [visibleText(rule), ...alarmCells(share)]),
    ]),
    ...powers(falseAlarms.power),
    ...losses(mutations.filter(isGraded)),
    ...replacements(mutations.filter((mutation) => !isGraded(mutation))),
  ])
}

/** The same in one line. */
export function selftestLine(result: SelftestResult): string {
  return `${headline(result)}\n`
}

function headline({ sound, identical, totalLoss, differing }: SelftestResult): string {
  if (sound) {
    const unsteady = differing.length === 0 ? '' : ', but evaluating twice gives two results'
    return `SOUND  this gate passes two identical runs and stops a total loss${unsteady}`
  }
  const why = [
    ...(identical.status === 'pass' ? [] : [unpassing(identical)]),
    ...(totalLoss.status === 'pass' ? ['it passes when nothing is found any more'] : []),
  ]
  return `BROKEN  this gate cannot be trusted: ${why.join(', and ')}`
}

function unpassing({ pinned }: SelftestResult['identical']): string {
  const failing = [...new Set(pinned.map(({ query }) => query))]
  if (failing.length === 0) return 'it does not pass two identical runs'
  const questions = failing.length === 1 ? 'the pinned question' : 'the pinned questions'
  return `it does not pass two identical runs, since ${questions} ${namesText(failing)} ${failing.length === 1 ? 'fails' : 'fail'} as it is`
}

/** What to do about a gate that does not pass what has not changed. */
function remedy({ identical: { status, pinned } }: SelftestResult): string[] {
  if (status === 'pass') return []
  const failing = [...new Set(pinned.map(({ query }) => query))]
  const [first] = failing
  const mend =
    first === undefined
      ? 'mend what the line "two identical runs" names'
      : `mend what keeps ${namesText(failing)} from passing (\`retrieval-gate search\` with its words shows what is found), or leave out its \`pinned\` until then`
  return [
    `  to do:    ${visibleText(mend)};`,
    '            as long as it fails, every loss below is noticed for that reason alone',
  ]
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ')
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown
}

function saidText({ status, headline: why }: Said, wanted: string): string {
  return wanted === '' ? status : visibleText(`${status} (${wanted}): ${why.replaceAll('`', '')}`)
}

function lines(parts: readonly string[]): string {
  return `${parts.join('\n').trimEnd()}\n`
}

function powers(power: SelftestResult['falseAlarms']['power']): string[] {
  const rules = Object.entries(power)
  if (rules.length === 0) return []
  const said = rules.flatMap(([rule, sentence]) => [visibleText(rule), `  ${sentence}`])
  return ['What each rule can see, going by the differences between those runs:', ...said, '']
}

function alarmCells({ share, lower, upper }: Share): string[] {
  return [percent(share), `${percent(lower)} to ${percent(upper)}`]
}

/** Tried at several strengths; one strategy in place of another is tried once. */
function isGraded({ strengths }: MutationResult): boolean {
  return strengths.length > 1
}

function losses(mutations: readonly MutationResult[]): string[] {
  const [first] = mutations
  if (first === undefined) return []
  const measure = first.strengths[0]?.measure
  const changes =
    measure == null ? '' : `, and the mean change of ${visibleText(measure.replace(/ (maxDrop|min|max) .*/, ''))}`
  const names = mutations.map(({ mutation }) => mutation)
  return [
    'Losses made on purpose, by the share of questions (or documents) that they touch:',
    `how often the gate noticed${changes}`,
    textTable([
      ['loss', ...first.strengths.map(({ strength }) => percent(strength))],
      ...mutations.map(({ mutation, strengths }) => [mutation, ...strengths.map(caughtCell)]),
    ]),
    'The smallest share from which on it is noticed 4 times in 5',
    textTable([
      ['rule', ...names],
      ['the whole gate', ...mutations.map(({ smallest }) => shareText(smallest))],
      ...Object.keys(first.smallestByRule).map((rule) => [
        visibleText(rule),
        ...mutations.map(({ smallestByRule }) => shareText(smallestByRule[rule])),
      ]),
    ]),
  ]
}

function caughtCell({ gate, change }: Caught): string {
  return `${percent(gate)} (${difference(change)})`
}

function shareText(value: number | null | undefined): string {
  return value === null || value === undefined ? 'none' : percent(value)
}

function replacements(mutations: readonly MutationResult[]): string[] {
  const rows = mutations
    .flatMap(({ strengths }) => strengths)
    .map(({ description, gate, change }) => [
      visibleText(description),
      gate > 0 ? 'noticed' : 'passes',
      difference(change),
    ])
  return rows.length === 0 ? [] : [textTable([['one strategy in place of another', 'the gate', 'change'], ...rows])]
}

import type { Recorder } from '../models/recorder.ts'
import { aboutMoney, count, money } from '../numbers.ts'
import type { CallPlan } from '../planning/call-plan.ts'
import { textTable } from './text-table.ts'

/** The plan of a command. */
export interface ShownPlan extends CallPlan {
  readonly keys: readonly string[]
  readonly limits: Recorder['limits']
  /** Of a sweep: how many are tried. */
  readonly settings?: number
  /** Of a run: embedders that are asked whether they are still what they were. */
  readonly checked?: number
}

const HEADER = ['strategy', 'model', 'calls', 'answers', 'in the store', 'tokens in', 'tokens out', 'cost']

/** What would be asked of models, for a terminal. */
export function planText(plan: ShownPlan): string {
  const rows = plan.lines.map(({ strategy, role, entry, model, of, ...line }) => [
    of === undefined ? strategy : `${of}: ${strategy}`,
    `${role} ${entry} (${model})`,
    `${line.calls}`,
    `${line.asked}`,
    `${line.recalled}`,
    `${line.inputTokens}`,
    `${line.outputTokens}`,
    line.cost === null ? 'n/a' : money(line.cost),
  ])
  const table = rows.length === 0 ? [] : [textTable([HEADER, ...rows])]
  return `${[...table, planTotal(plan), ...remarks(plan)].join('\n')}\n`
}

/** The same in one line. */
export function planTotal({ calls, cost, lines, isGuess, unpriced, settings, checked = 0 }: ShownPlan): string {
  if (lines.length === 0) return 'No model outside this program would be asked.'
  if (calls === 0) return `Everything is in the model store: no call would be made${exceptChecks(checked)}.`
  const tokens = lines.reduce((sum, line) => sum + line.inputTokens + line.outputTokens, 0)
  const price = cost === 0 && unpriced.length > 0 ? '' : `, at a cost of ${aboutMoney(cost)}`
  const how = settings === undefined ? (isGuess ? 'About' : 'Just') : isGuess ? 'At most about' : 'At most'
  return `${how} ${count(calls, 'call')}, about ${tokens} tokens${price}. Nothing was asked.`
}

function exceptChecks(embedders: number): string {
  if (embedders === 0) return ''
  return embedders === 1 ? ' but one, the check of the model' : ` but ${embedders}, the checks of the models`
}

function remarks({ isGuess, unpriced, unplanned, keys, calls, cost, limits, settings }: ShownPlan): string[] {
  const { maxCalls, maxCost } = limits
  const guess = 'What follows from texts that are not written or found yet is a guess: other texts may be needed.'
  return [
    ...(settings === undefined || calls === 0
      ? []
      : [`That is for all ${settings} settings to the end; one that cannot win is stopped, and asks less.`]),
    ...(isGuess ? [guess] : []),
    ...(unpriced.length > 0 ? [`Without a \`price\`, and so not in the cost: ${unpriced.join(', ')}.`] : []),
    ...(unplanned.length > 0 ? [`Outside this program, so not planned: ${unplanned.join(', ')}.`] : []),
    ...(maxCalls !== undefined && calls > maxCalls ? [`That is more than \`maxCalls\`: ${maxCalls}.`] : []),
    ...(maxCost !== undefined && cost > maxCost ? [`That is more than \`maxCost\`: ${maxCost}.`] : []),
    ...keys.map((sentence) => `Not without a key: ${sentence}`),
  ]
}

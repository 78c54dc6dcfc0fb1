import { count } from '../numbers.ts'
import type { RunOptions } from '../open-run.ts'
import { money } from '../plan-calls.ts'
import { type PlannedRun, planRun } from '../plan-run.ts'
import type { Ports } from '../ports.ts'
import { progressLine } from './progress-line.ts'
import { textTable } from './text-table.ts'

interface Flags {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Prints what a run would ask of models; nothing is asked. */
export async function dryRun(options: RunOptions, { json, quiet }: Flags, ports: Ports): Promise<number> {
  const progress = progressLine(ports, quiet === true)
  let plan: PlannedRun
  try {
    plan = await planRun({ ...options, progress: progress.show }, ports)
  } finally {
    progress.clear()
  }
  if (json) ports.stdout(`${JSON.stringify(plan, null, 2)}\n`)
  else if (quiet) ports.stdout(`${total(plan)}\n`)
  else ports.stdout(planText(plan))
  return 0
}

const HEADER = ['strategy', 'model', 'calls', 'answers', 'in the store', 'tokens in', 'tokens out', 'cost']

function planText(plan: PlannedRun): string {
  const rows = plan.lines.map(({ strategy, role, entry, model, ...line }) => [
    strategy,
    `${role} ${entry} (${model})`,
    `${line.calls}`,
    `${line.asked}`,
    `${line.recalled}`,
    `${line.inputTokens}`,
    `${line.outputTokens}`,
    line.cost === null ? 'n/a' : money(line.cost),
  ])
  const table = rows.length === 0 ? [] : [textTable([HEADER, ...rows])]
  return `${[...table, total(plan), ...remarks(plan)].join('\n')}\n`
}

function total({ calls, cost, lines, isGuess, unpriced }: PlannedRun): string {
  if (lines.length === 0) return 'No model outside this program would be asked.'
  if (calls === 0) return 'Everything is in the model store: no call would be made.'
  const tokens = lines.reduce((sum, line) => sum + line.inputTokens + line.outputTokens, 0)
  const price = cost === 0 && unpriced.length > 0 ? '' : `, at a cost of about ${money(cost)}`
  return `${isGuess ? 'About' : 'Just'} ${count(calls, 'call')}, about ${tokens} tokens${price}. Nothing was asked.`
}

function remarks({ isGuess, unpriced, unplanned, withoutBase, calls, cost, limits }: PlannedRun): string[] {
  const { maxCalls, maxCost } = limits
  const guess = 'What follows from texts that are not written or found yet is a guess: other texts may be needed.'
  return [
    ...(isGuess ? [guess] : []),
    ...(unpriced.length > 0 ? [`Without a \`price\`, and so not in the cost: ${unpriced.join(', ')}.`] : []),
    ...(unplanned.length > 0 ? [`Outside this program, so not planned: ${unplanned.join(', ')}.`] : []),
    ...(withoutBase
      ? ['What the base needs that is evaluated beside (`recompute`), and this state does not, comes on top.']
      : []),
    ...(maxCalls !== undefined && calls > maxCalls ? [`That is more than \`maxCalls\`: ${maxCalls}.`] : []),
    ...(maxCost !== undefined && cost > maxCost ? [`That is more than \`maxCost\`: ${maxCost}.`] : []),
  ]
}

import type { Ports } from '../ports.ts'
import { planText, planTotal, type ShownPlan } from './plan-text.ts'
import { type ProgressLine, progressLine } from './progress-line.ts'

interface Flags {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Prints what a command would ask of models; nothing is asked. */
export async function dryRun(
  plan: (progress: ProgressLine['show']) => Promise<ShownPlan>,
  { json, quiet }: Flags,
  ports: Ports,
): Promise<number> {
  const progress = progressLine(ports, quiet === true)
  let planned: ShownPlan
  try {
    planned = await plan(progress.show)
  } finally {
    progress.clear()
  }
  if (json) ports.stdout(`${JSON.stringify(planned, null, 2)}\n`)
  else if (quiet) ports.stdout(`${planTotal(planned)}\n`)
  else ports.stdout(planText(planned))
  return 0
}

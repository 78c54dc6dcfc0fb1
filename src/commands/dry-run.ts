import type { Ports } from '../ports.ts'
import { planText, planTotal, type ShownPlan } from './plan-text.ts'
import type { Progress } from './progress/progress.ts'
import { progressLine } from './progress-line.ts'

interface Flags {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Prints what a command would ask of models; nothing is asked. */
export async function dryRun(
  plan: (progress: Progress['show']) => Promise<ShownPlan>,
  flags: Flags,
  ports: Ports,
): Promise<number> {
  const progress = progressLine(ports, flags)
  let planned: ShownPlan
  try {
    planned = await plan(progress.show)
  } finally {
    progress.clear()
  }
  if (flags.json) ports.stdout(`${JSON.stringify(planned, null, 2)}\n`)
  else if (flags.quiet) ports.stdout(`${planTotal(planned)}\n`)
  else ports.stdout(planText(planned))
  return 0
}

import type { Ports } from '../ports.ts'
import type { Progress } from './progress/progress.ts'
import { progressBar } from './progress/progress-bar.ts'
import { progressLog } from './progress/progress-log.ts'

interface Told {
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

const NOTHING: Progress = { show() {}, pausing() {}, clear() {} }

/** A bar on a terminal; elsewhere a line now and then, but not beside JSON: many read both streams as one. */
export function progressLine(ports: Ports, { json = false, quiet = false }: Told): Progress {
  if (quiet) return NOTHING
  if (ports.isTerminal) return progressBar(ports)
  return json ? NOTHING : progressLog(ports)
}

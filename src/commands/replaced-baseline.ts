import { dirname, join, relative, resolve } from 'node:path'
import type { RunResult } from '../pipeline.ts'

interface Flags {
  readonly config?: string
  readonly baseline?: string
}

/** Path of the report that a run was compared with and that its own report took the place of; null where none was. */
export function replacedBaseline({ comparison, directory }: RunResult, flags: Flags, cwd: string): string | null {
  if (comparison?.base.source !== 'file') return null
  const from = flags.baseline === undefined ? dirname(resolve(cwd, flags.config ?? 'retrieval-gate.yml')) : cwd
  const written = join(directory, 'report.json')
  return resolve(from, comparison.base.label) === written ? relative(cwd, written) : null
}

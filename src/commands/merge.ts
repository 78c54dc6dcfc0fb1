import { relative } from 'node:path'
import { mergeShards } from '../merge-shards.ts'
import type { Ports } from '../ports.ts'
import { checkOutput } from './check-output.ts'
import { exitCode } from './exit-code.ts'
import { verdictJson } from './verdict-json.ts'
import { verdictLine } from './verdict-line.ts'
import { verdictText } from './verdict-text.ts'

/** The flags of `merge`. */
export interface MergeFlags {
  readonly config?: string
  readonly out?: string
  readonly baseline?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly timing: boolean
}

/** Puts shards together, compares, decides and writes the reports; resolves to the exit code. */
export async function merge(folders: readonly string[], flags: MergeFlags, ports: Ports): Promise<number> {
  checkOutput(flags, ports.cwd)
  const result = await mergeShards(folders, flags, ports)
  if (flags.json) ports.stdout(verdictJson(result))
  else if (flags.quiet) ports.stdout(verdictLine(result))
  else ports.stdout(`${verdictText(result)}\nReports: ${relative(ports.cwd, result.directory) || '.'}/\n`)
  return exitCode(result.verdict)
}

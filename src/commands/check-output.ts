import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { UserError } from '../errors.ts'

interface Flags {
  readonly config?: string
  readonly out?: string
}

/**
 * Reports do not go among the files of the config.
 *
 * @throws UserError where `--out` names the config's folder or one above it
 */
export function checkOutput({ config = 'retrieval-gate.yml', out }: Flags, cwd: string): void {
  if (out === undefined) return
  const fromOutput = relative(resolve(cwd, out), dirname(resolve(cwd, config)))
  if (isAbsolute(fromOutput) || fromOutput.split(/[\\/]/)[0] === '..') return
  throw new UserError({
    what: 'the output folder may not enclose the config',
    found: `--out ${out}`,
    hint: 'name a folder of its own',
  })
}

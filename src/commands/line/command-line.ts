import { Command } from 'commander'
import type { Ports } from '../../ports.ts'
import { TOOL } from '../../version.ts'
import type { AddCommand } from './add-command.ts'
import { addCheckCommand } from './check-command.ts'
import { addCompareCommand } from './compare-command.ts'
import { addIndexCommand } from './index-command.ts'
import { addInitCommand } from './init-command.ts'
import { addMergeCommand } from './merge-command.ts'
import { addRunCommand } from './run-command.ts'
import { addScoreCommand } from './score-command.ts'
import { addSearchCommand } from './search-command.ts'
import { addSelftestCommand } from './selftest-command.ts'
import { addSweepCommand } from './sweep-command.ts'

/** In the order in which somebody new needs them. What a command does is loaded when it is asked for. */
const COMMANDS: readonly AddCommand[] = [
  addInitCommand,
  addCheckCommand,
  addRunCommand,
  addCompareCommand,
  addMergeCommand,
  addSearchCommand,
  addIndexCommand,
  addSelftestCommand,
  addSweepCommand,
  addScoreCommand,
]

const AFTER = `
Exit codes: 0 pass, 1 fail, 2 could not be decided, or bad input.
Flags of a command: ${TOOL.name} COMMAND --help`

/** Every command with its flags; nothing happens until argv is parsed. Parsing throws commander's errors. */
export function commandLine(ports: Ports, exit: (code: number) => void): Command {
  const program = new Command(TOOL.name)
    .description('Fails a pull request when it makes your search worse, and shows which questions broke.')
    .version(TOOL.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', "print a command's help")
    .exitOverride()
    .configureOutput({ writeOut: ports.stdout, writeErr: ports.stderr })
    .addHelpText('after', AFTER)
  for (const add of COMMANDS) add(program, ports, exit)
  return program
}

import { Option } from 'commander'
import type { AddCommand } from './add-command.ts'
import { SHARED } from './shared-flags.ts'

export const addIndexCommand: AddCommand = (program, ports, exit) => {
  program
    .command('index')
    .summary('list, load or remove what `index` puts into engines')
    .description(
      'Lists what `index` of strategies has loaded into engines, the last used first.\n' +
        'Listing and removing make no vectors and call no model.\n' +
        'Exits 2 when an engine fails, or a state that is to go stays, since it is in use.',
    )
    .option('--strategy <name>', 'only the states of this strategy of the config')
    .option('--load', 'load this checkout first, as a run does, and evaluate nothing')
    .addOption(
      new Option(
        '--remove',
        'remove the states instead, those of other checkouts too; without --strategy all of them',
      ).conflicts('load'),
    )
    .option(...SHARED.config)
    .option(...SHARED.offline)
    .option(...SHARED.json)
    .action(async (flags) => {
      const { states } = await import('../states.ts')
      exit(await states(flags, ports))
    })
}

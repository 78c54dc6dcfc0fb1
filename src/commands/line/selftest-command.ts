import type { AddCommand } from './add-command.ts'
import { flagValues } from './flag-values.ts'
import { GROUPS, SHARED } from './shared-flags.ts'

export const addSelftestCommand: AddCommand = (program, ports, exit) => {
  program
    .command('selftest')
    .summary('can this gate fail, and does it cry wolf?')
    .description(
      'Evaluates twice, then tries the gate on differences that mean nothing and on losses made on purpose.\n' +
        'Exits 0 when the gate passes two identical runs and stops a total loss, else 1.',
    )
    .option(...SHARED.config)
    .option(...SHARED.offline)
    .option('--trials <count>', 'random exchanges of base and head', flagValues.count, 2000)
    .option('--repeats <count>', 'draws of each loss at each strength', flagValues.count, 20)
    .optionsGroup(GROUPS.printed)
    .option(...SHARED.out)
    .option(...SHARED.json)
    .option(...SHARED.quiet)
    .option(...SHARED.seed)
    .action(async (flags) => {
      const { selftest } = await import('../selftest.ts')
      exit(await selftest(flags, ports))
    })
}

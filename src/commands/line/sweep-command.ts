import type { AddCommand } from './add-command.ts'
import { flagValues } from './flag-values.ts'
import { GROUPS, SHARED } from './shared-flags.ts'

export const addSweepCommand: AddCommand = (program, ports, exit) => {
  program
    .command('sweep')
    .summary('find better settings, without fooling yourself')
    .description(
      'Tries the settings that `sweep` of the config lists on the dev questions, and the best one, once, on test.\n' +
        'Exits 0 whether or not a setting is better.',
    )
    .optionsGroup(GROUPS.evaluated)
    .option(...SHARED.config)
    .option('--strategy <name>', 'the strategy whose score is compared (default: primary, else the first)')
    .option('--metric <id>', 'what it is compared by (default: the metric of the first rule, or ndcg@10)')
    .option('--budget <tokens>', 'of recall@tokens, by which chunk sizes are compared as well', flagValues.count, 2000)
    .option('--no-budget', 'compare chunk sizes by the metric alone')
    .option('--no-test', 'leave the test questions alone')
    .option('--no-early-stop', 'ask every setting every question, also one that cannot win')
    .option(
      '--cache <folder>',
      'where to keep what the next run need not work out again (default: .retrieval-gate/cache)',
    )
    .option('--no-cache', 'work out everything, keep nothing')
    .option(...SHARED.offline)
    .option('--dry-run', 'call no model and write nothing: print the most that a sweep would ask of them, and its cost')
    .optionsGroup(GROUPS.printed)
    .option('--write', 'put the best values into the config, unless they are worse on test')
    .option(...SHARED.out)
    .option(...SHARED.json)
    .option(...SHARED.quiet)
    .option(...SHARED.seed)
    .action(async (flags) => {
      const { sweep } = await import('../sweep.ts')
      exit(await sweep(flags, ports))
    })
}

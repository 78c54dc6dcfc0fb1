import type { AddCommand } from './add-command.ts'
import { flagValues } from './flag-values.ts'
import { GROUPS, SHARED } from './shared-flags.ts'

export const addRunCommand: AddCommand = (program, ports, exit) => {
  program
    .command('run')
    .summary('evaluate, compare with a baseline, decide, write the reports')
    .description(
      'Asks every strategy every question, compares the scores with a baseline, decides, and writes the reports.',
    )
    .optionsGroup(GROUPS.evaluated)
    .option(...SHARED.config)
    .option('--split <split>', 'only the questions of this split: dev or test', flagValues.split)
    .option('--shard <part>', 'only this part of the questions, such as 2/8: nothing is decided until `merge`')
    .option('--strict', 'warnings about the eval set are errors')
    .option(
      '--cache <folder>',
      'where to keep what the next run need not work out again (default: .retrieval-gate/cache)',
    )
    .option('--no-cache', 'work out everything, keep nothing')
    .option(...SHARED.offline)
    .option('--dry-run', 'call no model and write nothing: print what a run would ask of them, and what that costs')
    .optionsGroup(GROUPS.compared)
    .option('--baseline <what>', 'path of a report.json; or recompute; or none (default: baseline of the config)')
    .option(
      '--base <revision>',
      'recompute: the branch or commit that this change started from (default: the main branch)',
    )
    .option(
      '--threshold <drop>',
      'the largest drop of ndcg@10 that passes (default: maxDrop of the rules)',
      flagValues.number,
    )
    .optionsGroup(GROUPS.printed)
    .option(...SHARED.out)
    .option(...SHARED.json)
    .option(...SHARED.quiet)
    .option(...SHARED.timing)
    .option(...SHARED.seed)
    .action(async (flags) => {
      const { run } = await import('../run.ts')
      exit(await run(flags, ports))
    })
}

import type { AddCommand } from './add-command.ts'
import { GROUPS, SHARED } from './shared-flags.ts'

export const addMergeCommand: AddCommand = (program, ports, exit) => {
  program
    .command('merge')
    .summary('put the parts of run --shard together and decide')
    .description(
      'Puts together what `run --shard` wrote, compares the whole with a baseline, decides, and writes the reports.',
    )
    .argument('<folders...>', 'folders with shards, or with folders of shards')
    .optionsGroup(GROUPS.compared)
    .option(...SHARED.config)
    .option(
      '--baseline <what>',
      'path of a report.json; or recompute, where the parts evaluated it; or none (default: baseline of the config)',
    )
    .optionsGroup(GROUPS.printed)
    .option(...SHARED.out)
    .option(...SHARED.json)
    .option(...SHARED.quiet)
    .option(...SHARED.timing)
    .action(async (folders: string[], flags) => {
      const { merge } = await import('../merge.ts')
      exit(await merge(folders, flags, ports))
    })
}

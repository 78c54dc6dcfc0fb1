import type { AddCommand } from './add-command.ts'
import { GROUPS, SHARED } from './shared-flags.ts'

export const addCompareCommand: AddCommand = (program, ports, exit) => {
  program
    .command('compare')
    .summary('compare two report.json files')
    .description('Compares two reports and decides by the rules of the second. Evaluates nothing.')
    .argument('<base>', 'report.json from before')
    .argument('<head>', 'report.json of now')
    .optionsGroup(GROUPS.printed)
    .option('--out <folder>', 'write the reports into this folder (default: none are written)')
    .option(...SHARED.json)
    .option(...SHARED.quiet)
    .option(...SHARED.timing)
    .option('--seed <text>', 'seed of everything random; the same seed gives the same bytes (default: retrieval-gate)')
    .action(async (base, head, flags) => {
      const { compare } = await import('../compare.ts')
      exit(await compare(base, head, flags, ports))
    })
}

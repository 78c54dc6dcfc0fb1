import type { AddCommand } from './add-command.ts'
import { flagValues } from './flag-values.ts'
import { SHARED } from './shared-flags.ts'

export const addSearchCommand: AddCommand = (program, ports, exit) => {
  program
    .command('search')
    .summary('show what a strategy finds, with scores and lines')
    .description('Shows what a strategy finds for a question, best first, with scores and lines.')
    .argument('<words...>', 'the question')
    .option('--strategy <name>', 'a strategy of the config (default: primary, else the first)')
    .option('-k <count>', 'how many hits', flagValues.count, 10)
    .option('--explain', 'show what each score is made of')
    .option(...SHARED.config)
    .option(...SHARED.offline)
    .option(...SHARED.json)
    .action(async (words: string[], flags) => {
      const { search } = await import('../search.ts')
      exit(await search(words.join(' '), flags, ports))
    })
}

import type { AddCommand } from './add-command.ts'
import { flagValues } from './flag-values.ts'
import { SHARED } from './shared-flags.ts'

export const addCheckCommand: AddCommand = (program, ports, exit) => {
  program
    .command('check')
    .summary('try each strategy with one question')
    .description(
      'Tries each strategy with one question and shows what comes back: hits with lines, time, and what maps to nothing.\n' +
        'Exits 2 when a strategy fails.',
    )
    .option('--query <words>', 'what to ask (default: the first question of the eval set)')
    .option('--strategy <name>', 'only this strategy of the config')
    .option('-k <count>', 'how many hits', flagValues.count, 5)
    .option(...SHARED.config)
    .option(...SHARED.offline)
    .option(...SHARED.json)
    .action(async (flags) => {
      const { check } = await import('../check.ts')
      exit(await check(flags, ports))
    })
}

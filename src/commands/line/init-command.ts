import type { AddCommand } from './add-command.ts'
import { flagValues } from './flag-values.ts'

export const addInitCommand: AddCommand = (program, ports, exit) => {
  program
    .command('init')
    .summary('write a config, first questions and the workflow')
    .description('Writes a config, first questions made from the files it finds, and the workflow.')
    .option('--force', 'write over files that are there')
    .option('--shards <count>', "the gate's workflow as so many jobs side by side", flagValues.count)
    .option(
      '--python <module:function>',
      'your own retriever, a function (query, k): a server for it, and its strategy',
      flagValues.pythonFunction,
    )
    .option('--forks', 'also the workflow that comments on pull requests from forks')
    .action(async (flags) => {
      const { init } = await import('../init.ts')
      exit(await init(flags, ports))
    })
}

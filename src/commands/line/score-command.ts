import { type Command, Option } from 'commander'
import type { Ports } from '../../ports.ts'
import { DEFAULT_METRICS } from '../score/default-metrics.ts'
import type { ScoreOptions } from '../score.ts'
import { GROUPS, SHARED } from './shared-flags.ts'

/** Adds `score` to the command line. */
export function addScoreCommand(program: Command, ports: Pick<Ports, 'cwd' | 'stdout'>): void {
  program
    .command('score')
    .summary("score another program's rankings as trec_eval does")
    .description('Scores a run against qrels as trec_eval does, with intervals; or compares two runs.')
    .optionsGroup(GROUPS.scored)
    .requiredOption('--qrels <file>', 'judgments: TREC, BEIR (tsv) or JSON')
    .requiredOption('--run <file>', 'rankings: TREC or JSON; give it twice to compare', collect)
    .addOption(
      unquoted('--metrics <list>', "ids with commas between them; trec_eval's names work too", DEFAULT_METRICS),
    )
    .addOption(unquoted('--relevance-level <n>', 'grade from which a document is relevant to the binary metrics', '1'))
    .addOption(unquoted('--missing <how>', 'judged queries without a ranking: zero or skip', 'zero'))
    .optionsGroup(GROUPS.printed)
    .option('--per-query', "print every query's scores")
    .option(...SHARED.json)
    .action(async (options: ScoreOptions) => {
      const { score } = await import('../score.ts')
      ports.stdout(score(options, ports).text)
    })
}

/** Help shows the default as one types it. */
function unquoted(flags: string, description: string, value: string): Option {
  return new Option(flags, description).default(value, value)
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value]
}

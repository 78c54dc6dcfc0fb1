import type { Command } from 'commander'
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
    .requiredOption('--qrels <file>', 'judgments: TREC, BEIR (tsv) or JSON')
    .requiredOption('--run <file>', 'rankings: TREC or JSON; give it twice to compare', collect)
    .option('--metrics <list>', "ids with commas between them; trec_eval's names work too", DEFAULT_METRICS)
    .option('--relevance-level <n>', 'grade from which a document is relevant to the binary metrics', '1')
    .option('--missing <how>', 'judged queries without a ranking: zero or skip', 'zero')
    .optionsGroup(GROUPS.printed)
    .option('--per-query', "print every query's scores")
    .option(...SHARED.json)
    .action(async (options: ScoreOptions) => {
      const { score } = await import('../score.ts')
      ports.stdout(score(options, ports).text)
    })
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value]
}

import { resolve } from 'node:path'
import { compareCodeUnits } from '../code-units.ts'
import { UserError } from '../errors.ts'
import { type ByteSource, openByteSource } from '../evalset/byte-source.ts'
import { type Qrels, readQrels } from '../evalset/trec-qrels.ts'
import type { Ports } from '../ports.ts'
import { compareRuns } from './score/compare-runs.ts'
import { DEFAULT_METRICS } from './score/default-metrics.ts'
import { scoreJson } from './score/score-json.ts'
import type { ScoreOutcome } from './score/score-outcome.ts'
import { type Scoring, scoreRun } from './score/score-run.ts'
import { scoreText } from './score/score-text.ts'
import { scoreableMetrics } from './score/scoreable-metrics.ts'
import { summarizeRun } from './score/summarize-run.ts'

/** The flags of `score`, as the command line gives them. */
export interface ScoreOptions {
  readonly qrels: string
  readonly run: readonly string[]
  readonly metrics?: string
  readonly perQuery?: boolean
  readonly json?: boolean
  readonly relevanceLevel?: string
  readonly missing?: string
}

/**
 * Scores one run, or compares two, by trec_eval's rules. Paths are relative to `cwd`. Throws a `UserError` for flags that
 * make no sense and for files that trec_eval would refuse.
 */
export function score(options: ScoreOptions, { cwd }: Pick<Ports, 'cwd'>): { text: string } {
  if (options.run.length > 2) throw refused('--run', 'one run, or two to compare', `${options.run.length} runs`)
  const scoring: Scoring = {
    metrics: scoreableMetrics((options.metrics ?? DEFAULT_METRICS).split(',').map((id) => id.trim())),
    level: relevanceLevel(options.relevanceLevel ?? '1'),
  }
  const missing = missingChoice(options.missing ?? 'zero')
  const source = (path: string): ByteSource => openByteSource(resolve(cwd, path), path)
  const outcome = outcomeOf(readQrels(source(options.qrels)), options.run.map(source), scoring, missing)
  return { text: options.json === true ? scoreJson(outcome) : scoreText(outcome, options.perQuery === true) }
}

function outcomeOf(
  qrels: Qrels,
  sources: readonly ByteSource[],
  scoring: Scoring,
  missing: ScoreOutcome['missing'],
): ScoreOutcome {
  const runs = sources.map((source) => summarizeRun(scoreRun(source, qrels, scoring), qrels, scoring, missing))
  const [base, now] = runs
  return {
    qrels: qrels.path,
    missing,
    runs,
    withoutRelevant: [...qrels.queries]
      .filter(([, query]) => !((qrels.grades(query)[0] ?? 0) >= scoring.level))
      .map(([id]) => id)
      .sort(compareCodeUnits),
    comparison: base === undefined || now === undefined ? null : compareRuns(base, now),
  }
}

function relevanceLevel(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw refused('--relevance-level', 'a whole number from 1', text)
  return Number(text)
}

function missingChoice(text: string): ScoreOutcome['missing'] {
  if (text === 'zero' || text === 'skip') return text
  throw refused('--missing', 'zero or skip', text)
}

function refused(flag: string, expected: string, found: string): UserError {
  return new UserError({ what: `The flag ${flag} cannot be used like this`, expected, found })
}

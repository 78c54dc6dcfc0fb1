import { resolve } from 'node:path'
import { UserError } from '../errors.ts'
import type { BaseRevision } from './base-revision.ts'
import { readBaseline } from './read-baseline.ts'
import type { EvaluationReport } from './report-schema.ts'

/** A baseline that somebody looked up elsewhere (an artifact); or why there is none, and what could be recomputed. */
export type ProvidedBaseline =
  | { readonly path: string; readonly label: string; readonly commit: string | null; readonly note: string }
  | { readonly none: string; readonly recompute?: BaseRevision }

export interface Baseline {
  readonly report: EvaluationReport | null
  /** For people: "retrieval-gate-report/report.json", "a1b2c3d, its artifact". */
  readonly label: string
  /** `file`, `artifact`, `recompute` (measured in this job, on this machine) or `none`. */
  readonly source: string
  /** Which one it is, or why there is none. */
  readonly note: string
  /** Strategies that reach something outside this job, which was not there for the base. */
  readonly notRecomputed?: readonly string[]
}

/** The base is to be evaluated in this job. */
export interface Recompute {
  readonly recompute: BaseRevision
  /** Why the kinds of baseline that go first were not to be had; null where this one was asked for by name. */
  readonly insteadOf: string | null
}

export interface BaselineChoice {
  /** `auto`, `artifact`, `recompute`, `none` or a path. */
  readonly wanted: string
  /** What a path is relative to. */
  readonly directory: string
  readonly provider?: (() => Promise<ProvidedBaseline>) | undefined
  /** What `recompute` goes by, or why there is no base. */
  readonly base?: (() => Promise<BaseRevision | { readonly none: string }>) | undefined
}

/**
 * The report to compare with, or what has to be evaluated to have one.
 *
 * @throws UserError when the one that was named cannot be had: a named baseline is never silently left out
 */
export async function resolveBaseline(choice: BaselineChoice): Promise<Baseline | Recompute> {
  const { wanted, directory, provider } = choice
  if (wanted === 'none') return noBaseline('no baseline was asked for (`baseline: none`)')
  if (wanted === 'recompute') return recompute(choice)
  if (wanted === 'auto' || wanted === 'artifact') {
    if (provider !== undefined) return fromProvider(await provider(), wanted)
    if (wanted === 'artifact') throw needsActions()
    return noBaseline('no baseline: outside GitHub Actions, name one with `--baseline PATH`, or `--baseline recompute`')
  }
  const report = await readBaseline(resolve(directory, wanted), wanted)
  return { report, label: wanted, source: 'file', note: `compared with ${wanted}` }
}

/** Nothing to compare with, and why. */
export function noBaseline(note: string): Baseline {
  return { report: null, label: 'none', source: 'none', note }
}

async function recompute({ base }: BaselineChoice): Promise<Baseline | Recompute> {
  const revision = base === undefined ? {} : await base()
  return 'none' in revision ? noBaseline(revision.none) : { recompute: revision, insteadOf: null }
}

async function fromProvider(provided: ProvidedBaseline, wanted: 'auto' | 'artifact'): Promise<Baseline | Recompute> {
  if ('none' in provided) {
    if (wanted === 'artifact' || provided.recompute === undefined) return noBaseline(provided.none)
    return { recompute: provided.recompute, insteadOf: provided.none }
  }
  const report = await readBaseline(provided.path, provided.label)
  return { report, label: provided.label, source: 'artifact', note: provided.note }
}

function needsActions(): UserError {
  return new UserError({
    what: '`baseline: artifact` works only in GitHub Actions',
    hint: 'outside of it, name a report with `--baseline PATH`, or use `--baseline recompute`',
  })
}

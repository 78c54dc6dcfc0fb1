import { type BaseOverrides, baseSide } from './base-side.ts'
import { shortCommit } from './baseline/base-revision.ts'
import { mergeBase } from './baseline/merge-base.ts'
import type { EvaluationReport } from './baseline/report-schema.ts'
import { type Baseline, noBaseline, type Recompute } from './baseline/resolve-baseline.ts'
import { GitFailure } from './baseline/run-git.ts'
import { withWorktree } from './baseline/worktree.ts'
import { UserError } from './errors.ts'
import { evaluateTogether, type Measured } from './evaluate.ts'
import type { Ports } from './ports.ts'
import type { PreparedSide, Side } from './prepare-side.ts'
import { mayWait, namedIn, sharedDocuments } from './shared-documents.ts'

export interface Evaluated {
  readonly report: EvaluationReport
  readonly baseline: Baseline
  /** The seed of the base's own config; the head's where there is no base. */
  readonly baseSeed: string
}

export interface RecomputeOptions extends BaseOverrides, Measured {}

/** Of why the base could not be evaluated, in characters, where that is only said in passing. */
const LONGEST_REASON = 300

/** What keeps the base from being evaluated, though the head may well be. */
class BaseProblem extends Error {}

/**
 * Evaluates the commit that this change started from beside the change, in one process: no drift of machine, model or
 * version between them, and latencies that can be compared. The base has its own config and its own eval set.
 *
 * @throws UserError where the base cannot be evaluated and was asked for by name
 */
export async function recomputeBaseline(
  head: Side,
  { recompute, insteadOf }: Recompute,
  options: RecomputeOptions,
  ports: Ports,
): Promise<Evaluated> {
  const git = { env: ports.env, signal: ports.signal }
  try {
    const { commit, branch } = await mergeBase(head.root, recompute, git)
    const checkout = { ...git, mayWait: mayWait(head.config) }
    return await withWorktree(head.root, commit, checkout, async (folder, waiting) => {
      const at = shortCommit(commit)
      const explain = (error: unknown) => (error instanceof UserError ? new BaseProblem(atBase(error, at)) : error)
      const { side, notRecomputed } = await baseSide(head, folder, commit, options).catch((error) => {
        throw explain(error)
      })
      await waiting.checkOut(waiting.paths.filter(namedIn(side.config)))
      const shared = (first: PreparedSide) => sharedDocuments(first, side, { folder, commit, waiting })
      const [report, base] = await evaluateTogether([head, { ...side, shared, explain }], options, ports)
      const label = `${branch} at ${at}`
      const note = noteOf(label, notRecomputed, insteadOf)
      const baseline = { report: base!, label, source: 'recompute', note, notRecomputed }
      return { report: report!, baseline, baseSeed: side.config.seed }
    })
  } catch (error) {
    ports.signal.throwIfAborted()
    if (!(error instanceof BaseProblem || error instanceof GitFailure)) throw error
    if (insteadOf === null) throw notRecomputable(error.message)
    const [report] = await evaluateTogether([head], options, ports)
    return {
      report: report!,
      baseline: noBaseline(`${insteadOf}; nor can the base be evaluated here: ${oneLine(error.message)}`),
      baseSeed: head.config.seed,
    }
  }
}

function noteOf(label: string, notRecomputed: readonly string[], insteadOf: string | null): string {
  const left = notRecomputed.length === 0 ? '' : `, without ${notRecomputed.join(', ')} (not a part of the repository)`
  return `${label}, evaluated in this run${left}${insteadOf === null ? '' : ` (${insteadOf})`}`
}

/** A list of mistakes, short enough to stand in a sentence. */
function oneLine(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}...` : line
}

function atBase({ explanation: { where, what, found } }: UserError, at: string): string {
  const place = where === undefined ? `at ${at}` : `${at}:${where}`
  return `${place}: ${what}${found === undefined ? '' : ` (found: ${found})`}`
}

function notRecomputable(found: string): UserError {
  return new UserError({
    what: 'the base cannot be evaluated here (`baseline: recompute`)',
    found,
    hint: 'name another base with `--base`, or a report of it with `--baseline PATH`',
  })
}

import { type BaseOverrides, baseSide } from './base-side.ts'
import { type BaseRevision, shortCommit } from './baseline/base-revision.ts'
import { mergeBase } from './baseline/merge-base.ts'
import { GitFailure } from './baseline/run-git.ts'
import { withWorktree } from './baseline/worktree.ts'
import { UserError } from './errors.ts'
import type { Ports } from './ports.ts'
import type { PreparedSide, Side } from './prepare-side.ts'
import { mayWait, namedIn, sharedDocuments } from './shared-documents.ts'

/** The commit that a change started from, checked out. */
export interface AtBase {
  readonly side: Side
  /** For people: "main at a1b2c3d". */
  readonly label: string
  /** Strategies of the base that reach something outside this process. */
  readonly notRecomputed: readonly string[]
}

/** What keeps the base from being evaluated, though the head may well be. */
class BaseProblem extends Error {}

/**
 * Checks out what `revision` and the head have in common, for as long as `use` takes. Throws what `whyNotAtBase` can explain
 * where that cannot be had, or has a mistake of its own.
 */
export async function atBase<T>(
  head: Side,
  revision: BaseRevision,
  options: BaseOverrides,
  ports: Ports,
  use: (base: AtBase) => Promise<T>,
): Promise<T> {
  const git = { env: ports.env, signal: ports.signal }
  const { commit, branch } = await mergeBase(head.root, revision, git)
  return withWorktree(head.root, commit, { ...git, mayWait: mayWait(head.config) }, async (folder, waiting) => {
    const at = shortCommit(commit)
    const explain = (error: unknown) => (error instanceof UserError ? new BaseProblem(inCommit(error, at)) : error)
    const { side, notRecomputed } = await baseSide(head, folder, commit, options).catch((error) => {
      throw explain(error)
    })
    await waiting.checkOut(waiting.paths.filter(namedIn(side.config)))
    const shared = (first: PreparedSide) => sharedDocuments(first, side, { folder, commit, waiting })
    return use({ side: { ...side, shared, explain }, label: `${branch} at ${at}`, notRecomputed })
  })
}

/** Why the base could not be had, or not be evaluated; null for every other error. */
export function whyNotAtBase(error: unknown): string | null {
  return error instanceof BaseProblem || error instanceof GitFailure ? error.message : null
}

/** What a user is told who asked for the base by name. */
export function notRecomputable(found: string): UserError {
  return new UserError({
    what: 'the base cannot be evaluated here (`baseline: recompute`)',
    found,
    hint: 'name another base with `--base`, or a report of it with `--baseline PATH`',
  })
}

function inCommit({ explanation: { where, what, found } }: UserError, at: string): string {
  const place = where === undefined ? `at ${at}` : `${at}:${where}`
  return `${place}: ${what}${found === undefined ? '' : ` (found: ${found})`}`
}

/** What the base of a change is found by. */
export type BaseRevision =
  /** This commit itself, found elsewhere to be the merge base with that branch. */
  | { readonly commit: string; readonly branch: string }
  /** The merge base of HEAD with this branch, tag or commit; without one, with the branch that looks like the main one. */
  | { readonly revision?: string }

/** A commit as people write it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7)
}

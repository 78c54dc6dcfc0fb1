import type { PinnedFailure, Verdict } from '../gate/verdict.ts'

/** The pinned questions that fail on a strategy; one that names none fails on all. */
export function pinnedOn({ pinned }: Pick<Verdict, 'pinned'>, strategy: string): PinnedFailure[] {
  return pinned.filter((one) => one.strategy === undefined || one.strategy === strategy)
}

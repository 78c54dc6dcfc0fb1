import type { Verdict } from '../gate/verdict.ts'

/** 0 pass, 1 fail, 2 could not be decided. */
export function exitCode({ status }: Verdict): number {
  return status === 'pass' ? 0 : status === 'fail' ? 1 : 2
}

import { retryAfter } from '../../retry-after.ts'

/** Seconds that an answer asks to wait, none where that is over already. */
export function secondsToWait(headers: Headers): number | undefined {
  const seconds = retryAfter((name) => headers.get(name))
  return seconds === undefined ? undefined : Math.max(0, seconds)
}

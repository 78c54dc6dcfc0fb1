import { EngineFailure } from './engine-failure.ts'

/**
 * What the work resolves to, if it does within so many seconds. Its signal is aborted at the end of that time, or when
 * `outer` is; and whether it heeds it or not, the returned promise is settled then.
 *
 * @throws EngineFailure when the time is over
 */
export async function withinTime<T>(
  seconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted()
  const inner = new AbortController()
  let end = (_: unknown): void => {}
  const over = new Promise<never>((_, reject) => {
    end = (reason) => {
      reject(reason)
      inner.abort(reason)
    }
  })
  const passOn = (): void => end(outer.reason)
  outer.addEventListener('abort', passOn, { once: true })
  const timer = setTimeout(() => end(new EngineFailure(`no answer within ${seconds} s (\`timeout\`)`)), 1000 * seconds)
  try {
    return await Promise.race([work(inner.signal), over])
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', passOn)
  }
}

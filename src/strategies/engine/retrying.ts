import { createHash } from 'node:crypto'
import { EngineFailure } from './engine-failure.ts'
import { wait } from './wait.ts'

export interface RetryOptions {
  /** Further attempts at most. */
  readonly retries: number
  /** Seconds that all may take: there is no use in waiting longer. */
  readonly timeout: number
  readonly signal: AbortSignal
  /** From 0 to 1, for the attempt of that number: spreads clients that were refused together. */
  jitter(attempt: number): number
}

/** Milliseconds before the second attempt; each further one waits twice as long. */
const FIRST_WAIT = 200

/** Tries again, a little later each time, where a failure is of a kind that passes. The last failure says how often. */
export async function retrying<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt()
    } catch (error) {
      options.signal.throwIfAborted()
      if (!(error instanceof EngineFailure && error.passing)) throw error
      const pause = pauseAfter(error, made, options)
      if (made > options.retries || pause === undefined) throw inAll(error, made)
      await wait(pause, options.signal)
    }
  }
}

/** Milliseconds; undefined where the engine asks for more time than there is. */
function pauseAfter({ after }: EngineFailure, made: number, { jitter, timeout }: RetryOptions): number | undefined {
  if (after !== undefined) return after < timeout ? 1000 * after : undefined
  return FIRST_WAIT * 2 ** (made - 1) * (0.5 + jitter(made) / 2)
}

function inAll(error: EngineFailure, made: number): EngineFailure {
  const asked = error.after === undefined ? '' : `; it asks to wait ${error.after} s`
  const times = made === 1 ? '' : ` (${made} attempts)`
  return new EngineFailure(`${error.message}${asked}${times}`, { cause: error })
}

/** Chance that is the same in every run: of a question and the number of an attempt. */
export function jitterOf(question: string): (attempt: number) => number {
  return (attempt) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([question, attempt]))
      .digest()
    return digest.readUInt32BE() / 2 ** 32
  }
}

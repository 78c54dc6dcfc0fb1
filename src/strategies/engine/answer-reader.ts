import type { EngineAnswer } from './engine.ts'
import { engineTimeReader } from './engine-time.ts'
import { errorReader, refuseEmptyWithError } from './error-reader.ts'
import type { HitsSettings } from './hits-settings.ts'
import { hitReader } from './read-hits.ts'

interface AnswerSettings {
  readonly hits: HitsSettings
  /** Expressions. */
  readonly engineTime?: string | undefined
  readonly error?: string | undefined
}

/**
 * Reads what a service answered that has words of its own for errors. Throws `EngineFailure` for an answer that is an error or
 * that cannot be read: "nothing found" is only what nothing in it contradicts.
 */
export function answerReader({ hits, engineTime, error }: AnswerSettings): (answer: unknown) => EngineAnswer {
  const [check, readHits, readTime] = [errorReader(error), hitReader(hits), engineTimeReader(engineTime)]
  return (answer) => {
    check(answer)
    const found = readHits(answer)
    if (found.length === 0 && error === undefined) refuseEmptyWithError(answer)
    return { hits: found, ...readTime(answer) }
  }
}

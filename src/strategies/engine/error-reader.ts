import { EngineFailure } from './engine-failure.ts'
import { excerpt } from './excerpt.ts'
import { expression } from './expression.ts'
import { isObject } from './obvious-fields.ts'

/** Looks for an error in an answer, where the settings say where one stands. Throws `EngineFailure` where there is one. */
export function errorReader(written: string | undefined): (answer: unknown) => void {
  if (written === undefined) return () => {}
  const read = expression(written)
  return (answer) => {
    const said = read(answer)
    if (isSaid(said)) throw new EngineFailure(`the answer is an error (\`${written}\`): ${excerpt(said)}`)
  }
}

/**
 * Looks at an answer without hits whose settings do not say where an error stands: one under `error` or `errors` is no
 * "nothing found". Throws `EngineFailure` where there is one.
 */
export function refuseEmptyWithError(answer: unknown): void {
  if (!isObject(answer)) return
  for (const name of ['error', 'errors']) {
    const said = answer[name]
    if (!isSaid(said) || said === 0 || (isObject(said) && Object.keys(said).length === 0)) continue
    const advice = 'say with the setting `error` what is one'
    throw new EngineFailure(`the answer has no hits, and under \`${name}\` ${excerpt(said)}; ${advice}`)
  }
}

/** An error that is there: not null, false, or an empty text or list. */
function isSaid(said: unknown): boolean {
  if (said === undefined || said === null || said === false || said === '') return false
  return !(Array.isArray(said) && said.length === 0)
}

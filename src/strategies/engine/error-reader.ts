import { EngineFailure } from './engine-failure.ts'
import { excerpt } from './excerpt.ts'
import { expression } from './expression.ts'

/** Looks for an error in an answer, where the settings say where one stands. Throws `EngineFailure` where there is one. */
export function errorReader(written: string | undefined): (answer: unknown) => void {
  if (written === undefined) return () => {}
  const read = expression(written)
  return (answer) => {
    const said = read(answer)
    if (isSaid(said)) throw new EngineFailure(`the answer is an error (\`${written}\`): ${excerpt(said)}`)
  }
}

/** An error that is there: not null, false, or an empty text or list. */
function isSaid(said: unknown): boolean {
  if (said === undefined || said === null || said === false || said === '') return false
  return !(Array.isArray(said) && said.length === 0)
}

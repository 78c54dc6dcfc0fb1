import { EngineFailure } from './engine-failure.ts'
import { excerpt } from './excerpt.ts'
import { expression } from './expression.ts'

/** Reads out of an answer how many milliseconds the engine took, where the settings say where that is. */
export function engineTimeReader(written: string | undefined): (answer: unknown) => { readonly engineTime?: number } {
  if (written === undefined) return () => ({})
  const read = expression(written)
  // An answer without it, as to a question without hits, is no mistake; nor is what cannot be worked out of nothing.
  const valueIn = (answer: unknown): unknown => {
    try {
      return read(answer)
    } catch {
      return null
    }
  }
  return (answer) => {
    const value = valueIn(answer)
    if (value === null || value === undefined) return {}
    const engineTime = typeof value === 'string' ? Number.parseFloat(value) : value
    if (typeof engineTime === 'number' && Number.isFinite(engineTime) && engineTime >= 0) return { engineTime }
    throw new EngineFailure(
      `\`engineTime\` (\`${written}\`) is ${excerpt(value)}, which is not a number of milliseconds`,
    )
  }
}

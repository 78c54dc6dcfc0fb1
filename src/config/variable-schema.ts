import { z } from 'zod'

/** What the name of an environment variable looks like. */
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The name of an environment variable; `held` is what it holds and what people write in its place: "key". */
export function variableSchema(held?: string) {
  const never = held === undefined ? '' : `, never the ${held} itself`
  return z.string().regex(VARIABLE, { error: `the name of an environment variable${never}` })
}

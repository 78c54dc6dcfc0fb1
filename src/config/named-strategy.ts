import { UserError } from '../errors.ts'
import type { Config } from './config.ts'

/** The strategy that a flag names, else the primary one, else the first. Throws `UserError` where there is none of the name. */
export function namedStrategy({ strategies, primary }: Config, wanted: string | undefined): string {
  const name = wanted ?? primary ?? Object.keys(strategies)[0]!
  if (Object.hasOwn(strategies, name)) return name
  throw new UserError({
    what: 'the config has no such strategy',
    expected: Object.keys(strategies).join(', '),
    found: name,
    hint: 'name one of these with --strategy',
  })
}

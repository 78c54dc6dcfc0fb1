import type { Config } from '../../config/config.ts'
import { nearest } from '../../config/nearest.ts'
import { UserError } from '../../errors.ts'

/** The names of the strategies that are tried: all, or the one that is wanted. Throws `UserError` where there is no such. */
export function checkedStrategies({ strategies }: Config, wanted: string | undefined): readonly string[] {
  const names = Object.keys(strategies)
  if (wanted === undefined) return names
  if (names.includes(wanted)) return [wanted]
  const near = nearest(wanted, names)
  throw new UserError({
    what: 'the config has no such strategy',
    expected: names.join(', '),
    found: wanted,
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  })
}

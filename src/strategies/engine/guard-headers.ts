import type { BuildContext } from '../strategy.ts'
import { type Headers, writtenKeys } from './header-keys.ts'
import type { SecretKeeper } from './secret-keeper.ts'

/** Keeps keys that are written out in headers from being seen, and says how they are taken from the environment instead. */
export function guardHeaders(
  headers: Headers,
  keeper: SecretKeeper,
  { name, notice }: Pick<BuildContext, 'name'> & Partial<Pick<BuildContext, 'notice'>>,
): void {
  for (const { header, scheme, key } of writtenKeys(headers)) {
    keeper.keep(key)
    const better = `\`${header}: "${scheme}{{env.SEARCH_KEY}}"\``
    notice?.(
      `${name}: the header \`${header}\` holds a key that is written out in the config, where whoever reads the repository has it. Put a new one into an environment variable, in a workflow from a secret, and write ${better}.`,
    )
  }
}

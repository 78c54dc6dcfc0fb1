import type { Config } from '../../config/config.ts'
import { nearest } from '../../config/nearest.ts'
import { UserError } from '../../errors.ts'
import { strategyTypes } from '../../strategies/registry.ts'
import type { StrategyType } from '../../strategies/strategy.ts'

/** The names of the strategies with `index`: all, or the one that is wanted. Throws `UserError` where there is none. */
export function loadingStrategies(config: Config, wanted: string | undefined): readonly string[] {
  const names = Object.keys(config.strategies).filter((name) => loads(config, name))
  if (names.length === 0) {
    throw new UserError({
      what: 'no strategy of the config loads the knowledge base into an engine',
      hint: 'that is what `index: {}` is for, in a strategy of the type pgvector, chroma or lancedb',
    })
  }
  if (wanted === undefined) return names
  if (names.includes(wanted)) return [wanted]
  const isThere = Object.hasOwn(config.strategies, wanted)
  const near = isThere ? undefined : nearest(wanted, names)
  throw new UserError({
    what: isThere
      ? `the strategy ${wanted} loads nothing: it has no \`index\``
      : `the config has no strategy ${wanted}`,
    expected: `${names.length === 1 ? '' : 'one of '}${names.join(', ')}, with \`index\``,
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  })
}

function loads({ strategies }: Config, name: string): boolean {
  const types: Readonly<Record<string, StrategyType<unknown>>> = strategyTypes
  const { type, settings } = strategies[name]!
  return types[type]!.loads?.(settings) === true
}

import type { Config } from '../../config/config.ts'
import { namedStrategy } from '../../config/named-strategy.ts'
import { UserError } from '../../errors.ts'
import { strategyTypes } from '../../strategies/registry.ts'
import type { StrategyType } from '../../strategies/strategy.ts'

/** The names of the strategies with `index`: all, or the one that is wanted. Throws `UserError` where there is none. */
export function loadingStrategies(config: Config, wanted: string | undefined): readonly string[] {
  const names = Object.keys(config.strategies).filter((name) => loads(config, name))
  if (wanted !== undefined && !names.includes(namedStrategy(config, wanted))) {
    throw new UserError({
      what: `the strategy ${wanted} loads nothing: it has no \`index\``,
      ...(names.length === 0 ? {} : { expected: names.join(', ') }),
    })
  }
  if (names.length > 0) return wanted === undefined ? names : [wanted]
  throw new UserError({
    what: 'no strategy of the config loads the knowledge base into an engine',
    hint: 'that is what `index: {}` is for, in a strategy of the type pgvector, chroma or lancedb',
  })
}

function loads({ strategies }: Config, name: string): boolean {
  const types: Readonly<Record<string, StrategyType<unknown>>> = strategyTypes
  const { type, settings } = strategies[name]!
  return types[type]!.loads?.(settings) === true
}

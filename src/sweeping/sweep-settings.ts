import type { Config } from '../config/config.ts'
import type { GridSetting, SweepGrid } from '../config/sweep-grid.ts'
import { UserError } from '../errors.ts'
import { described } from '../evaluate.ts'
import { fingerprint } from '../fingerprint.ts'
import { groupBy } from '../group-by.ts'
import { strategyTypes } from '../strategies/registry.ts'
import type { StrategyType } from '../strategies/strategy.ts'
import { withParts } from '../strategies/with-parts.ts'
import type { Setting } from '../sweep/setting.ts'

/** A setting with the config that it is. */
export interface TriedSetting extends Setting {
  readonly config: Config
  /** The strategy and its parts -> all that each depends on. */
  readonly fingerprints: ReadonlyMap<string, string>
}

const types: Readonly<Record<string, StrategyType<unknown>>> = strategyTypes

/**
 * The settings of a grid that differ for a strategy, the config's own among them; those that cut documents alike come
 * together. Throws `UserError` for a key that the strategy does not depend on.
 */
export function sweepSettings(grid: SweepGrid, strategy: string): TriedSetting[] {
  const { config, axes, settings } = grid
  const current = fingerprintsOf(config, strategy)
  const prints = new Map(settings.map((setting) => [setting, fingerprintsOf(setting.config, strategy)]))
  const wholeOf = (setting: GridSetting) => prints.get(setting)!.get(strategy)!
  for (const [index, axis] of axes.entries()) {
    const groups = groupBy(settings, ({ values }) => JSON.stringify(values.toSpliced(index, 1)))
    const matters = [...groups.values()].some((group) => new Set(group.map(wholeOf)).size > 1)
    if (!matters && axis.values.length > 1) {
      const what = `\`${axis.key}\` changes nothing about \`${strategy}\`, whose score is compared`
      throw grid.problem(axis, { what, hint: 'name the strategy that it is for with `--strategy`, or leave it out' })
    }
  }
  const cuts = cutsOf(config, strategy)
  const own = { values: axes.map(({ path }) => valueAt(config, path)), config }
  const all = [...settings, own].map((setting): TriedSetting => {
    const fingerprints = prints.get(setting) ?? current
    return {
      ...setting,
      fingerprints,
      isCurrent: fingerprints.get(strategy) === current.get(strategy),
      cutsOtherwise: cutsOf(setting.config, strategy) !== cuts,
    }
  })
  const distinct = [...groupBy(all, ({ fingerprints }) => fingerprints.get(strategy)!).values()].map(
    ([first]) => first!,
  )
  if (distinct.length === 1) {
    throw new UserError({
      what: `every combination of \`sweep\` is \`${strategy}\` as it is: there is nothing to compare`,
    })
  }
  return [...groupBy(distinct, (setting) => cutsOf(setting.config, strategy)).values()].flat()
}

/** A strategy and its parts by name -> a fingerprint of everything that its results depend on beside the documents. */
function fingerprintsOf(config: Config, strategy: string): Map<string, string> {
  const prints = new Map<string, string>()
  const add = (name: string): string => {
    const known = prints.get(name)
    if (known !== undefined) return known
    const { type, settings } = config.strategies[name]!
    const parts = types[type]!.parts(settings).map(add)
    const print = fingerprint([described(config, name).fingerprint, ...parts])
    prints.set(name, print)
    return print
  }
  add(strategy)
  return prints
}

/** How the documents are cut for a strategy and its parts. */
function cutsOf(config: Config, strategy: string): string {
  const entries = Object.entries(withParts(config.strategies, types, strategy))
  return JSON.stringify(entries.map(([name, { chunking = config.chunking, merge }]) => [name, chunking, merge]))
}

/** What a config has at a swept key, its defaults filled in; `undefined` where there is no such value. */
function valueAt(config: Config, [section = '', name = '', ...rest]: readonly string[]): unknown {
  if (section === 'chunking') return config.chunking[name as keyof Config['chunking']]
  if (section !== 'strategies') {
    const { type, settings } = config[section as 'embedders'][name]!
    return inside({ type, ...(settings as object) }, rest)
  }
  const { settings, chunking = config.chunking, ...entry } = config.strategies[name]!
  return inside({ ...entry, chunking, ...(settings as object) }, rest)
}

function inside(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined),
    value,
  )
}

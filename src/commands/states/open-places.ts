import type { Config } from '../../config/config.ts'
import { groupBy } from '../../group-by.ts'
import type { Ports } from '../../ports.ts'
import { servicesOf } from '../../services-of.ts'
import { type IndexPlace, kindOf } from '../../strategies/loading/index-place.ts'
import { strategyTypes } from '../../strategies/registry.ts'
import type { StrategyType } from '../../strategies/strategy.ts'

/** A place in an engine, and the strategies that load into it. */
export interface OpenedPlace extends Pick<IndexPlace, 'title' | 'shelf' | 'said' | 'close'> {
  /** Name of a strategy -> what its states are told by. */
  readonly kinds: ReadonlyMap<string, string>
}

type Opened = readonly [strategy: string, place: IndexPlace]

/** The places of the strategies, each once, however many of them it has. Throws `UserError` where one is not described. */
export async function openPlaces(
  names: readonly string[],
  config: Config,
  root: string,
  ports: Ports,
): Promise<OpenedPlace[]> {
  const opened: Opened[] = []
  try {
    for (const name of names) opened.push([name, await openPlace(name, config, root, ports)])
    return await together(opened, ports.signal)
  } catch (error) {
    for (const [, { close }] of opened) await close()
    throw error
  }
}

/** What has one title is one place, unless it is at home in different parts of what is there: then the titles say so. */
async function together(opened: readonly Opened[], signal: AbortSignal): Promise<OpenedPlace[]> {
  const places = new Map<string, OpenedPlace & { readonly kinds: Map<string, string> }>()
  for (const alike of groupBy(opened, ([, { title }]) => title).values()) {
    const homes = alike.length === 1 ? [''] : await Promise.all(alike.map(([, place]) => homeOf(place, signal)))
    const areDifferent = new Set(homes).size > 1
    for (const [at, [name, place]] of alike.entries()) {
      const { shelf, said, close } = place
      const title = areDifferent ? `${place.title} (${homes[at]})` : place.title
      const known = places.get(title)
      if (known !== undefined) await close()
      const one = known ?? { title, shelf, close, kinds: new Map(), ...(said === undefined ? {} : { said }) }
      one.kinds.set(name, kindOf(place))
      places.set(title, one)
    }
  }
  return [...places.values()]
}

/** Why it cannot be asked is said when it is listed. */
async function homeOf({ home }: IndexPlace, signal: AbortSignal): Promise<string> {
  if (home === undefined) return ''
  return home(signal).catch(() => {
    signal.throwIfAborted()
    return 'of unknown schema'
  })
}

/** Neither a model nor a document is read. */
function openPlace(name: string, config: Config, root: string, ports: Ports): Promise<IndexPlace> {
  const types: Readonly<Record<string, StrategyType<unknown>>> = strategyTypes
  const { type, settings } = config.strategies[name]!
  return types[type]!.place!(settings, { ...servicesOf({ config, root }, ports), name, baseDirectory: root })
}

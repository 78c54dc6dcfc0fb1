import type { Config } from '../../config/config.ts'
import { openServices } from '../../models/open-services.ts'
import type { Ports } from '../../ports.ts'
import { type IndexPlace, kindOf } from '../../strategies/loading/index-place.ts'
import { strategyTypes } from '../../strategies/registry.ts'
import type { StrategyType } from '../../strategies/strategy.ts'

/** A place in an engine, and the strategies that load into it. */
export interface OpenedPlace extends Pick<IndexPlace, 'title' | 'shelf' | 'close'> {
  /** Name of a strategy -> what its states are told by. */
  readonly kinds: ReadonlyMap<string, string>
}

/** The places of the strategies, each once, however many of them it has. Throws `UserError` where one is not described. */
export async function openPlaces(
  names: readonly string[],
  config: Config,
  root: string,
  ports: Ports,
): Promise<OpenedPlace[]> {
  const places = new Map<string, OpenedPlace & { readonly kinds: Map<string, string> }>()
  try {
    for (const name of names) {
      const place = await openPlace(name, config, root, ports)
      const known = places.get(place.title)
      if (known !== undefined) await place.close()
      const { title, shelf, close } = place
      const one = known ?? { title, shelf, close, kinds: new Map<string, string>() }
      one.kinds.set(name, kindOf(place))
      places.set(title, one)
    }
  } catch (error) {
    for (const { close } of places.values()) await close()
    throw error
  }
  return [...places.values()]
}

/** Neither a model nor a document is read. */
function openPlace(name: string, config: Config, root: string, ports: Ports): Promise<IndexPlace> {
  const types: Readonly<Record<string, StrategyType<unknown>>> = strategyTypes
  const { type, settings } = config.strategies[name]!
  const { env, fetch, signal, stderr } = ports
  const notice = (line: string) => stderr(`${line}\n`)
  const mask = (value: string) => ports.secrets?.add(value)
  const services = openServices({ models: config, env, baseDirectory: root, fetch, signal, notice, mask })
  return types[type]!.place!(settings, { ...services, name, baseDirectory: root })
}

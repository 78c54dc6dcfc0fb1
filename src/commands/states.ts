import type { Config } from '../config/config.ts'
import { givenConfig } from '../given-config.ts'
import type { Ports } from '../ports.ts'
import { progressLine } from './progress-line.ts'
import { corporaOf } from './states/corpora.ts'
import { type EmptiedPlace, emptiedPlace } from './states/emptied-place.ts'
import { type ListedPlace, listedPlace } from './states/listed-place.ts'
import { loadStates } from './states/load-states.ts'
import { loadingStrategies } from './states/loading-strategies.ts'
import { type OpenedPlace, openPlaces } from './states/open-places.ts'
import { emptiedText, listedText } from './states/states-text.ts'

/** The flags of `index`. */
export interface StatesFlags {
  readonly config?: string
  /** Only this one. */
  readonly strategy?: string
  /** Loads this checkout first. */
  readonly load?: boolean
  /** Removes them, instead of listing them. */
  readonly remove?: boolean
  /** No model is called. */
  readonly offline?: boolean
  readonly json?: boolean
}

/** A place that could not be looked at. */
interface FailedPlace {
  readonly title: string
  readonly error: string
}

/**
 * Lists, loads or removes the states of the knowledge base that `index` of strategies has loaded into engines; 2 where an
 * engine fails or a state stays that was to go, else 0.
 */
export async function states(flags: StatesFlags, ports: Ports): Promise<number> {
  const { config, root } = await givenConfig(flags.config, ports.cwd)
  const names = loadingStrategies(config, flags.strategy)
  const progress = progressLine(ports, flags.json === true)
  try {
    if (flags.load) await loadStates(names, config, { root, offline: flags.offline, progress: progress.show }, ports)
    const corpora = flags.remove ? new Map() : await corporaOf(names, config, root, ports)
    progress.clear()
    return await overPlaces(names, config, root, ports, flags, (place) =>
      flags.remove
        ? emptiedPlace(place, flags.strategy !== undefined, ports.signal)
        : listedPlace(place, corpora, flags.strategy !== undefined, ports.signal),
    )
  } finally {
    progress.clear()
  }
}

async function overPlaces(
  names: readonly string[],
  config: Config,
  root: string,
  ports: Ports,
  { json }: StatesFlags,
  work: (place: OpenedPlace) => Promise<ListedPlace | EmptiedPlace>,
): Promise<number> {
  const places = await openPlaces(names, config, root, ports)
  const done: (ListedPlace | EmptiedPlace | FailedPlace)[] = []
  try {
    for (const place of places) {
      const one = await work(place).catch((error: unknown): FailedPlace => {
        ports.signal.throwIfAborted()
        return { title: place.title, error: error instanceof Error ? error.message : String(error) }
      })
      done.push(one)
      if (!json) ports.stdout(textOf(one))
    }
  } finally {
    for (const { close } of places) await close()
  }
  if (json) ports.stdout(`${JSON.stringify({ places: done }, null, 2)}\n`)
  return done.some((one) => 'error' in one || ('left' in one && one.left.length > 0)) ? 2 : 0
}

function textOf(one: ListedPlace | EmptiedPlace | FailedPlace): string {
  if ('error' in one) return `${one.title}: FAILED\n  ${one.error}\n`
  return 'removed' in one ? emptiedText(one) : listedText(one)
}

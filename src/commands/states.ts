import type { Config } from '../config/config.ts'
import { givenConfig } from '../given-config.ts'
import type { Ports } from '../ports.ts'
import { saidIn } from '../strategies/loading/index-place.ts'
import { progressLine } from './progress-line.ts'
import { corporaOf } from './states/corpora.ts'
import { type EmptiedPlace, emptiedPlace } from './states/emptied-place.ts'
import { type ListedPlace, listedPlace } from './states/listed-place.ts'
import { type LoadedState, loadStates } from './states/load-states.ts'
import { loadingStrategies } from './states/loading-strategies.ts'
import { type OpenedPlace, openPlaces } from './states/open-places.ts'
import { emptiedText, listedText, loadedText } from './states/states-text.ts'

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
  const { config, root, file: configFile } = await givenConfig(flags.config, ports.cwd)
  const names = loadingStrategies(config, flags.strategy)
  const progress = progressLine(ports, { quiet: flags.json })
  try {
    const loaded: LoadedState[] = []
    const tell = (one: LoadedState): void => {
      loaded.push(one)
      progress.clear()
      if (!flags.json) ports.stdout(loadedText(one))
    }
    const loading = { root, offline: flags.offline, progress: progress.show, pausing: progress.pausing, configFile }
    if (flags.load) await loadStates(names, config, { ...loading, loaded: tell }, ports)
    const corpora = flags.remove ? new Map() : await corporaOf(names, config, root, ports)
    progress.clear()
    return await overPlaces(names, config, root, ports, { ...flags, loaded }, (place) =>
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
  { json, load, loaded }: StatesFlags & { readonly loaded: readonly LoadedState[] },
  work: (place: OpenedPlace) => Promise<ListedPlace | EmptiedPlace>,
): Promise<number> {
  const places = await openPlaces(names, config, root, ports)
  const done: (ListedPlace | EmptiedPlace | FailedPlace)[] = []
  try {
    for (const place of places) {
      const one = await work(place).catch((error: unknown): FailedPlace => {
        ports.signal.throwIfAborted()
        return { title: place.title, error: saidIn(place, error) }
      })
      done.push(one)
      if (!json) ports.stdout(textOf(one))
    }
  } finally {
    for (const { close } of places) await close()
  }
  if (json) ports.stdout(`${JSON.stringify({ ...(load && { loaded }), places: done }, null, 2)}\n`)
  return done.some((one) => 'error' in one || ('left' in one && one.left.length > 0)) ? 2 : 0
}

function textOf(one: ListedPlace | EmptiedPlace | FailedPlace): string {
  if ('error' in one) return `${one.title}: FAILED\n  ${one.error}\n`
  return 'removed' in one ? emptiedText(one) : listedText(one)
}

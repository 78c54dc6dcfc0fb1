import type { Config } from '../../config/config.ts'
import type { GivenConfig } from '../../given-config.ts'
import type { Pausing } from '../../models/recorder.ts'
import { openRecorder } from '../../open-recorder.ts'
import type { Ports } from '../../ports.ts'
import { servicesOf } from '../../services-of.ts'
import { throwIfNotWhole } from '../../settle-models.ts'
import { buildStrategies } from '../../strategies/build-strategies.ts'
import type { LoadReport } from '../../strategies/loading/load-report.ts'
import { strategyTypes } from '../../strategies/registry.ts'
import { withParts } from '../../strategies/with-parts.ts'
import { knowledgeAt } from './knowledge-at.ts'

interface LoadingOptions {
  readonly root: string
  readonly offline?: boolean | undefined
  progress(what: string, done: number, total: number): void
  readonly pausing?: Pausing
  readonly configFile?: GivenConfig['file']
  /** Told of each as soon as it is there. */
  loaded(state: LoadedState): void
}

/** What the knowledge base is in the engine of a strategy, and what it took. */
export interface LoadedState extends LoadReport {
  readonly strategy: string
  readonly seconds: number
}

/** Loads this checkout into the engines of the strategies, as a run does before it asks anything. Throws `UserError`. */
export async function loadStates(
  names: readonly string[],
  config: Config,
  { root, offline, progress, pausing, configFile, loaded }: LoadingOptions,
  ports: Ports,
): Promise<void> {
  const { chunks, documents } = await knowledgeAt(config, root, ports)
  const recorder = openRecorder(config, { root, offline, pausing, progress }, ports)
  const { signal } = ports
  const services = servicesOf({ config, configFile, root, recorder }, ports)
  const fixed = { types: strategyTypes, chunks, documents, services, baseDirectory: root, signal, progress }
  try {
    for (const name of names) {
      const start = ports.now()
      const tell = (strategy: string, report: LoadReport): void =>
        loaded({ strategy, ...report, seconds: Math.round(ports.now() - start) / 1000 })
      const entries = withParts(config.strategies, strategyTypes, name)
      const built = await buildStrategies(entries, { ...fixed, loaded: tell })
      for (const { retriever } of built.values()) await retriever.close?.()
    }
    throwIfNotWhole(recorder)
  } finally {
    await recorder.tidy()
  }
}

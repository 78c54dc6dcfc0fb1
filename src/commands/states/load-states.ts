import type { Config } from '../../config/config.ts'
import { openServices } from '../../models/open-services.ts'
import { openRecorder } from '../../open-recorder.ts'
import type { Ports } from '../../ports.ts'
import { throwIfNotWhole } from '../../settle-models.ts'
import { buildStrategies } from '../../strategies/build-strategies.ts'
import { strategyTypes } from '../../strategies/registry.ts'
import { withParts } from '../../strategies/with-parts.ts'
import { knowledgeAt } from './knowledge-at.ts'

interface LoadingOptions {
  readonly root: string
  readonly offline?: boolean | undefined
  progress(what: string, done: number, total: number): void
}

/** Loads this checkout into the engines of the strategies, as a run does before it asks anything. Throws `UserError`. */
export async function loadStates(
  names: readonly string[],
  config: Config,
  { root, offline, progress }: LoadingOptions,
  ports: Ports,
): Promise<void> {
  const { chunks, documents } = await knowledgeAt(config, root, ports)
  const recorder = openRecorder(config, { root, offline }, ports)
  const { env, fetch, signal, stderr } = ports
  const notice = (line: string) => stderr(`${line}\n`)
  const mask = (value: string) => ports.secrets?.add(value)
  const services = openServices({ models: config, env, baseDirectory: root, fetch, signal, notice, mask, recorder })
  const options = { types: strategyTypes, chunks, documents, services, baseDirectory: root, signal, progress }
  try {
    for (const name of names) {
      const built = await buildStrategies(withParts(config.strategies, strategyTypes, name), options)
      for (const { retriever } of built.values()) await retriever.close?.()
    }
    throwIfNotWhole(recorder)
  } finally {
    await recorder.tidy()
  }
}

import type { Config } from './config/config.ts'
import type { ConfigPath } from './config/entry-place.ts'
import { openServices } from './models/open-services.ts'
import type { Recorder } from './models/recorder.ts'
import type { Services } from './models/services.ts'
import type { Ports } from './ports.ts'

interface ServicesSide {
  readonly config: Config
  /** For messages about entries of the config. */
  readonly configFile?: ConfigPath | undefined
  readonly root: string
  /** Without it, answers of models are remembered until the process ends. */
  readonly recorder?: Recorder | undefined
  /** Told what there is to say; it goes to standard error unless given. */
  notice?(line: string): void
}

/** The models of a config, and what else its strategies may use. */
export function servicesOf(
  { config, configFile, root, recorder, notice }: ServicesSide,
  { env, fetch, signal, stderr, secrets }: Ports,
): Services {
  return openServices({
    models: config,
    configFile,
    env,
    baseDirectory: root,
    fetch,
    signal,
    notice: notice ?? ((line) => stderr(`${line}\n`)),
    mask: (value) => secrets?.add(value),
    ...(recorder && { recorder }),
  })
}

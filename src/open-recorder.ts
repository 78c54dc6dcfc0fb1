import { resolve } from 'node:path'
import type { Config } from './config/config.ts'
import { Recorder } from './models/recorder.ts'
import type { Ports } from './ports.ts'
import { ModelStore } from './store/model-store.ts'

/** Absolute: the folder of what models answered. It belongs to the repository, whatever state of it is evaluated. */
export function modelFolder({ modelStore }: Config, root: string): string {
  return resolve(root, modelStore)
}

/** What a run's models answer and may be asked, over the store that the config names. */
export function openRecorder(
  config: Config,
  { root, offline = false }: { readonly root: string; readonly offline?: boolean | undefined },
  { stderr }: Ports,
): Recorder {
  const { maxCalls, maxCost } = config
  const store = new ModelStore({ folder: modelFolder(config, root), notice: (line) => stderr(`${line}\n`) })
  return new Recorder({ store, replay: offline, limits: { maxCalls, maxCost } })
}

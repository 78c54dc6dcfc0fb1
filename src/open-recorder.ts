import { resolve } from 'node:path'
import type { Config } from './config/config.ts'
import { type Pausing, Recorder } from './models/recorder.ts'
import type { Ports } from './ports.ts'
import { ModelStore } from './store/model-store.ts'

/** Absolute: the folder of what models answered. It belongs to the repository, whatever state of it is evaluated. */
export function modelFolder({ modelStore }: Config, root: string): string {
  return resolve(root, modelStore)
}

interface RecorderSettings {
  readonly root: string
  readonly offline?: boolean | undefined
  /** Told when a call is to be tried again, and why. */
  readonly pausing?: Pausing | undefined
  progress?(what: string, done: number, total: number): void
}

/** What a run's models answer and may be asked, over the store that the config names. */
export function openRecorder(
  config: Config,
  { root, offline = false, pausing, progress }: RecorderSettings,
  { stderr, kept }: Ports,
): Recorder {
  const { maxCalls, maxCost } = config
  const store = new ModelStore({ folder: modelFolder(config, root), notice: (line) => stderr(`${line}\n`) })
  return new Recorder({ store, replay: offline, limits: { maxCalls, maxCost }, pausing, progress, kept })
}

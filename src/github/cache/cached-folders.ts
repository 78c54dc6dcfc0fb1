import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { fingerprint } from '../../fingerprint.ts'
import { hubFolder, hubModelFolder, ignoreHub } from '../../models/files/hub-files.ts'
import type { HubReference } from '../../models/model-type.ts'
import { codeFingerprint } from '../../store/code-fingerprint.ts'
import { DEFAULT_FOLDER } from '../../store/default-folder.ts'
import { markFolder } from '../../store/mark-folder.ts'
import { isPackName } from '../../store/pack-file.ts'
import type { CachedFolder } from './cached-folder.ts'

/** Raised when what is kept is arranged in another way. */
const BEGINNING = 'retrieval-gate-1-'

export interface KeyParts {
  /** With the models that it names. */
  readonly config: Config
  readonly platform: Readonly<Record<string, string>>
}

/**
 * Beginnings of keys, best first: this program on this version of Node with the same config; with any config, since what is
 * cut alike is found again; and any program at all, for what models made.
 */
export function keyPrefixes({ config, platform }: KeyParts): readonly [string, string, string] {
  const alike = likeThis(platform)
  return [`${alike}${fingerprint(config).slice(0, 16)}-`, alike, BEGINNING]
}

/** What a run works out from documents; of use to the same program on the same version of Node alone. */
export function storeFolder(root: string, platform: KeyParts['platform']): CachedFolder {
  const folder = join(root, DEFAULT_FOLDER)
  const alike = likeThis(platform)
  return {
    folder,
    pattern: '*.pack',
    accepts: isPackName,
    isOfUse: (key) => key.startsWith(alike),
    prepare: () => markFolder(folder),
  }
}

/** What models answered, on whatever machine and to whatever version, in the files that never change again. */
export function modelsFolder(folder: string): CachedFolder {
  return {
    folder,
    pattern: '*/*.records',
    accepts: (path) => /^[^/]+\/[0-9a-f]{32}\.records$/.test(path),
    isOfUse: () => true,
    prepare: async () => void (await mkdir(folder, { recursive: true })),
  }
}

/** The key of a downloaded model begins with it: the same for every program and config that reads the model. */
export function downloadPrefix({ model, revision }: HubReference): string {
  return `retrieval-gate-model-1-${model.replaceAll(/[^\w.-]+/g, '-')}-${revision}-`
}

/**
 * A model of the hub that was downloaded into a model store. Its files are checked whenever they are read: against `sha256` where the
 * config pins it, else against the hash that was noted while downloading.
 */
export function downloadFolder(modelStore: string, model: HubReference): CachedFolder {
  const hub = hubFolder(modelStore)
  return {
    folder: hubModelFolder(hub, model),
    // What is not whole yet.
    accepts: (path) => !path.endsWith('.part'),
    isOfUse: () => true,
    async prepare() {
      await mkdir(hub, { recursive: true })
      await ignoreHub(hub)
    },
  }
}

function likeThis({ os = '', arch = '', node = '' }: KeyParts['platform']): string {
  return `${BEGINNING}${os}-${arch}-${node}-${codeFingerprint().slice(0, 16)}-`
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '../../errors.ts'
import type { HubReference } from '../model-type.ts'
import { absenceOf, type DownloadOptions, download } from './download.ts'
import type { ModelFiles } from './model-files.ts'

export interface HubModel extends HubReference {
  /** SHA-256 by path, where the user has pinned them. */
  readonly sha256: Readonly<Record<string, string>>
  /** Where the hub is. */
  readonly hub: string
}

export interface HubOptions extends Pick<DownloadOptions, 'fetch' | 'signal'> {
  /** Absolute: what was downloaded once lies here. */
  readonly folder: string
  /** Sent to the hub, and to nobody it redirects to. */
  token(): string | undefined
  /** Nothing may be downloaded. */
  readonly offline: boolean
}

/** Where the models of the hub lie in a model store. */
export function hubFolder(modelStore: string): string {
  return join(modelStore, 'hub')
}

/** What was downloaded can be downloaded again: it is not for git. */
export async function ignoreHub(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), '*\n')
}

/** Where one of them lies in that folder. */
export function hubModelFolder(folder: string, { model, revision }: HubReference): string {
  return join(folder, model.replace('/', '--'), revision)
}

/** A model on the Hugging Face hub, at a commit. Each file is asked for once, and checked before it is used. */
export function hubFiles({ model, revision, sha256, hub }: HubModel, options: HubOptions): ModelFiles {
  const folder = hubModelFolder(options.folder, { model, revision })
  return {
    name: `${model}@${revision.slice(0, 8)}`,
    revision: [revision, ...Object.values(sha256)].join(' '),
    async read(path) {
      const file = join(folder, path)
      const kept = await keptFile(file, sha256[path])
      if (kept !== undefined) return kept
      // Of a commit, that stays so.
      if (existsSync(absenceOf(file))) return null
      if (options.offline) throw notHere(model, path)
      await mkdir(dirname(file), { recursive: true })
      await ignoreHub(options.folder)
      const url = `${hub.replace(/\/$/, '')}/${model}/resolve/${revision}/${path}`
      return download(url, {
        file,
        sha256: sha256[path],
        token: options.token(),
        fetch: options.fetch,
        signal: options.signal,
      })
    },
  }
}

/** What was downloaded before; undefined where there is nothing, or it is not what it should be. */
async function keptFile(file: string, wanted: string | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const bytes = new Uint8Array(await readFile(file))
    const sum = (await readFile(`${file}.sha256`, 'utf8')).trim()
    const actual = createHash('sha256').update(bytes).digest('hex')
    return actual === sum && (wanted === undefined || wanted === actual) ? bytes : undefined
  } catch {
    return undefined
  }
}

function notHere(model: string, path: string): UserError {
  return new UserError({
    what: `the file ${path} of the model ${model} was never downloaded here, and this run may not ask anybody`,
    hint: 'run once without `--offline`',
  })
}

import { posix } from 'node:path'
import { z } from 'zod'
import { LEDGER } from '../baseline/load-accepted.ts'
import type { Config } from '../config/config.ts'
import { metadataPath } from '../evalset/metadata.ts'
import { selectFiles } from '../knowledge/select-files.ts'
import { embedderTypes } from '../models/embedder-registry.ts'
import type { ModelType } from '../models/model-type.ts'
import { rerankerTypes } from '../models/reranker-registry.ts'

/** Decide which files are documents, and what their bytes are. */
const ALWAYS = ['.gitignore', '.gitattributes', '.gitmodules']

export interface Dependence {
  readonly config: Config
  /** The config's folder inside the repository: '' or with a `/` at its end. */
  readonly root: string
  /** The config's file name. */
  readonly configName: string
  /** File name of the workflow, where it is known. */
  readonly workflow: string | null
}

/** Tells of a path in the repository whether an evaluation depends on the file. */
export function dependsOn(dependence: Dependence): (path: string) => boolean {
  const { config, root, workflow } = dependence
  const files = new Set(filesOf(dependence))
  if (workflow !== null) files.add(`.github/workflows/${workflow}`)
  const folders = new Set(foldersOf(dependence))
  const watched = config.watch ?? []
  return (path) => {
    if (files.has(path) || ALWAYS.includes(posix.basename(path))) return true
    if (ancestors(path).some((one) => folders.has(one))) return true
    if (!path.startsWith(root)) return false
    const own = [path.slice(root.length)]
    return isDocument(config, own) || selectFiles(own, watched, []).length > 0
  }
}

function isDocument({ documents }: Config, path: readonly string[]): boolean {
  return (
    'include' in documents &&
    documents.from === undefined &&
    selectFiles(path, documents.include, documents.exclude).length > 0
  )
}

/** Tells of a symbolic link, by its path in the repository, whether an evaluation depends on what it leads to. */
export function dependsOnLink(dependence: Dependence): (path: string) => boolean {
  const isInvolved = dependsOn(dependence)
  const above = new Set([...filesOf(dependence), ...foldersOf(dependence)].flatMap(ancestors))
  return (path) => above.has(path) || isInvolved(path)
}

/** A path, and those of the folders that it lies in. */
function ancestors(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Paths in the repository of the files that the config names, and of itself. */
function filesOf({ config, root, configName }: Dependence): string[] {
  return [configName, LEDGER, ...dataFiles(config)].map((path) => posix.join(root, slashes(path)))
}

/** Paths in the repository of what models answered, and of models, where they are kept there. */
function foldersOf({ config, root }: Dependence): string[] {
  const { embedders, rerankers, modelStore } = config
  const models = [...modelFolders(embedders, embedderTypes), ...modelFolders(rerankers, rerankerTypes)]
  return [modelStore, ...models].map((path) => posix.join(root, slashes(path)).replace(/\/$/, ''))
}

function modelFolders(
  models: Config['embedders'],
  types: Readonly<Record<string, Pick<ModelType<never, unknown>, 'folder'>>>,
): string[] {
  return Object.values(models).flatMap(({ type, settings }) => types[type]?.folder?.(settings as never) ?? [])
}

/** The files that the config names by their paths. */
function dataFiles({ queries, documents, strategies, baseline }: Config): string[] {
  const questions = typeof queries === 'string' ? [queries, metadataPath(queries)] : [queries.beir, queries.qrels]
  const mappings = Object.values(strategies).flatMap(
    ({ settings }) => mapped.safeParse(settings).data?.hits.mapping ?? [],
  )
  return [...questions, ...('beir' in documents ? [documents.beir] : []), ...mappings, baseline]
}

/** An engine whose ids are looked up in a file. */
const mapped = z.object({ hits: z.object({ mapping: z.string() }) })

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}

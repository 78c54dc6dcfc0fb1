import { posix } from 'node:path'
import { LEDGER } from '../baseline/load-accepted.ts'
import type { Config } from '../config/config.ts'
import { metadataPath } from '../evalset/metadata.ts'
import { selectFiles } from '../knowledge/select-files.ts'

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
export function dependsOn({ config, root, configName, workflow }: Dependence): (path: string) => boolean {
  const named = new Set([configName, LEDGER, ...dataFiles(config)].map((path) => posix.join(root, slashes(path))))
  if (workflow !== null) named.add(`.github/workflows/${workflow}`)
  const watched = config.watch ?? []
  return (path) => {
    if (named.has(path) || ALWAYS.includes(posix.basename(path))) return true
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

/** Whether a path in the config's folder is a document's. */
export function documentTest(config: Config): (path: string) => boolean {
  return (path) => isDocument(config, [path])
}

/** The files that the config names by their paths. */
function dataFiles({ queries, documents, baseline }: Config): string[] {
  const questions = typeof queries === 'string' ? [queries, metadataPath(queries)] : [queries.beir, queries.qrels]
  return [...questions, ...('beir' in documents ? [documents.beir] : []), baseline]
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}

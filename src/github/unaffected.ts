import type { Config } from '../config/config.ts'
import { count } from '../numbers.ts'
import { strategyTypes } from '../strategies/registry.ts'
import type { Api } from './api.ts'
import { type Changed, changedFiles } from './changed-files.ts'
import { type Dependence, dependsOn, dependsOnLink } from './depends-on.ts'
import { short } from './find-baseline.ts'
import { linkedPaths } from './linked-paths.ts'
import type { RunContext } from './run-context.ts'

export interface UnaffectedOptions extends Dependence {
  readonly api: Api
  readonly context: RunContext
  /** Absolute path of the config's folder. */
  readonly folder: string
}

/**
 * Why this change cannot change what retrieval finds, as a sentence; null where it may, or where that is not known.
 * A required check has to end on every pull request, also on those that a `paths:` filter would leave out.
 */
export async function unaffected(options: UnaffectedOptions): Promise<string | null> {
  const { api, context, config, folder } = options
  if (context.against === null || dependsOnUnknown(config)) return null
  const links = await linkedPaths(folder)
  const isLink = dependsOnLink(options)
  if (links === null || links.symlinks.some((path) => isLink(options.root + path))) return null
  const changed = await changedFiles(api, context, context.against).catch(() => null)
  if (changed === null || changed.paths === null) return null
  const submodules = new Set(links.submodules.map((path) => options.root + path))
  const isInvolved = dependsOn(options)
  if (changed.paths.some((path) => submodules.has(path) || isInvolved(path))) return null
  return sentence(changed, changed.paths.length)
}

/** A strategy outside of this process answers from something that only `watch` can name. */
function dependsOnUnknown({ strategies, watch }: Config): boolean {
  const types: Readonly<Record<string, { readonly external: boolean } | undefined>> = strategyTypes
  return watch === undefined && Object.values(strategies).some(({ type }) => types[type]?.external !== false)
}

function sentence({ since }: Changed, files: number): string {
  const what = files === 0 ? 'No file changed' : `${count(files, 'file')} changed`
  return `${what} since ${short(since)}, and none is a document, a question, configuration or watched: retrieval is what it was, and nothing was evaluated.`
}

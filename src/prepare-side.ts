import type { DocumentsSource } from './baseline/report-schema.ts'
import type { Config } from './config/config.ts'
import type { DocumentRepositories } from './document-repositories.ts'
import { UserError } from './errors.ts'
import { checkTargets } from './evalset/check-targets.ts'
import { loadEvalSet } from './evalset/load-eval-set.ts'
import { selectSplit } from './evalset/select-split.ts'
import type { FileDocument } from './knowledge/load-documents.ts'
import { type Knowledge, loadKnowledge } from './knowledge/load-knowledge.ts'
import type { Metric } from './metrics/metric.ts'
import { parseMetric } from './metrics/parse-metric.ts'
import type { EvalSet } from './model.ts'
import type { Recorder } from './models/recorder.ts'
import { modelFolder } from './open-recorder.ts'
import { chunkShelf } from './store/chunk-shelf.ts'
import type { Store } from './store/store.ts'

export interface ConfigFile {
  /** Absolute. */
  readonly path: string
  /** What messages call it. */
  readonly shown: string
}

/** One state of a repository that is evaluated. */
export interface Side {
  readonly config: Config
  /** Where its config was read. */
  readonly configFile?: ConfigFile | undefined
  /** Absolute; paths of the config are relative to it. */
  readonly root: string
  /** Absolute: where the user's packages are installed; `root` unless given. */
  readonly workspace?: string
  /** Where documents come from that are not in `root`. */
  readonly repositories: DocumentRepositories
  /** Absolute; never part of the knowledge base. */
  readonly outputFolder: string
  /** What earlier runs worked out, and the folder that it lies in: absolute, never part of the knowledge base. */
  readonly store?: Store | undefined
  readonly cacheFolder?: string | undefined
  /** What models answered and may be asked, shared by all sides of a run; opened for this one alone unless given. */
  readonly recorder?: Recorder | undefined
  /** Absolute; what paths in messages and in the report are relative to. */
  readonly workingDirectory: string
  /** Where the eval set is found, and what its path is shown relative to; `root` and `workingDirectory` unless given. */
  readonly evalSetFrom?: { readonly baseDirectory: string; readonly workingDirectory: string }
  /** The questions that are asked, of all that there are; all unless given. */
  askedOf?(ids: Iterable<string>): ReadonlySet<string>
  /** Warnings about the eval set are errors. */
  readonly strict: boolean
  progress(what: string, done: number, total: number): void
  /** The files that it has in common with the side that is evaluated first, by path; those need not be on the disk. */
  shared?(first: PreparedSide): Promise<ReadonlyMap<string, FileDocument>>
  /** Makes of an error of this side what is to be thrown. */
  explain?(error: unknown): unknown
}

/** A side with all that its strategies need, and nothing retrieved yet. */
export interface PreparedSide extends Side {
  readonly metrics: readonly Metric[]
  /** Positions kept of each ranking. */
  readonly depth: number
  readonly evalSet: EvalSet
  readonly knowledge: Knowledge
  /** Null where the documents lie beside the config. */
  readonly source: DocumentsSource | null
  /** What strategies have to say is added. */
  readonly warnings: string[]
}

/** Positions that a report keeps at least. */
const LEAST_DEPTH = 50

/** Reads a side's eval set and knowledge base. Throws `UserError` for what is wrong with them. */
export async function prepareSide(side: Side, signal: AbortSignal, first?: PreparedSide): Promise<PreparedSide> {
  const { config, root, workingDirectory, evalSetFrom = { baseDirectory: root, workingDirectory } } = side
  const metrics = config.metrics.map(parseMetric)
  const loaded = await loadEvalSet(config.queries, evalSetFrom)
  const evalSet = config.split === undefined ? loaded.evalSet : selectSplit(loaded.evalSet, config.split)
  const { outputFolder, cacheFolder, store } = side
  const cache = store && chunkShelf(store)
  const shared = first && (await side.shared?.(first))
  const folders = { outputFolder, cacheFolder, cache, signal, progress: side.progress }
  const [knowledge, source] = await side.repositories.within(config.documents, root, async (place) => [
    await loadKnowledge({
      ...config,
      ...folders,
      modelFolder: modelFolder(config, root),
      root: place.root,
      ...(place.root === root && { shared }),
    }),
    place.source,
  ])
  const warnings = [...loaded.warnings, ...checkTargets(evalSet, knowledge.documents)]
  if (side.strict) refuse(warnings)
  const depth = Math.max(LEAST_DEPTH, ...metrics.map(({ k }) => k ?? 0))
  return { ...side, metrics, depth, evalSet, knowledge, source, warnings }
}

function refuse(warnings: readonly string[]): void {
  const [first, ...rest] = warnings
  if (first === undefined) return
  throw new UserError({
    what: [first, ...rest].join('\n'),
    hint: 'mend these, or leave out --strict to have them as warnings',
  })
}

import { join, relative, resolve, sep } from 'node:path'
import type { Queries } from '../config/config.ts'
import { type Problem, problemsError } from '../config/problem.ts'
import { type ReadFile, readText } from '../config/read-text.ts'
import { UserError } from '../errors.ts'
import type { EvalSet, Query } from '../model.ts'
import { fingerprint } from './fingerprint.ts'
import type { EvalSetFiles, EvalSetFormat } from './format.ts'
import { type EvalSetMetadata, metadataPath, parseMetadata } from './metadata.ts'
import { evalSetFormats } from './registry.ts'

export interface LoadOptions {
  /** The config's folder, which the paths of `queries` are relative to. */
  readonly baseDirectory: string
  /** What paths in messages and reports are relative to; default: `baseDirectory`. */
  readonly workingDirectory?: string
  readonly readFile?: ReadFile
}

export interface LoadedEvalSet {
  readonly evalSet: EvalSet
  readonly warnings: readonly string[]
  readonly metadata?: EvalSetMetadata
}

/**
 * Reads and checks the eval set that a config names. Throws `UserError` for a missing or empty one, and one that lists every
 * mistake with `file:line`.
 */
export async function loadEvalSet(queries: Queries, options: LoadOptions): Promise<LoadedEvalSet> {
  const [format, definition] = formatOf(queries)
  const read = await definition.read(queries, filesIn(options))
  const problems = [...read.problems, ...repeatedIds(read.queries, read.path)]
  if (problems.length > 0) throw problemsError(problems)
  if (read.queries.length === 0) throw new UserError({ where: read.path, what: 'this eval set holds no queries' })
  const evalSet = { path: read.path, format, queries: read.queries, fingerprint: fingerprint(read.queries) }
  const metadata = await readMetadata(typeof queries === 'string' ? queries : queries.beir, options)
  return { evalSet, warnings: read.warnings, ...(metadata !== undefined && { metadata }) }
}

function formatOf(queries: Queries): [string, EvalSetFormat] {
  const found = Object.entries(evalSetFormats).find(([, format]) => format.accepts(queries))
  if (found === undefined) throw new Error('no eval-set format accepts what the config schema let through')
  return found
}

function filesIn({ baseDirectory, workingDirectory = baseDirectory, readFile }: LoadOptions): EvalSetFiles {
  const display = (path: string) => relative(workingDirectory, resolve(baseDirectory, path)).split(sep).join('/')
  return {
    display,
    async text(path) {
      const content = await readText(resolve(baseDirectory, path), readFile)
      if (content !== undefined) return content
      throw new UserError({
        where: display(path),
        what: 'there is no eval set here',
        hint: 'check `queries` in the config, or run `retrieval-gate init` for a first one',
      })
    },
  }
}

function repeatedIds(queries: readonly Query[], file: string): Problem[] {
  const first = new Map<string, number | undefined>()
  return queries.flatMap(({ id, line }) => {
    if (!first.has(id)) {
      first.set(id, line)
      return []
    }
    const what = `the id ${JSON.stringify(id)} is taken by line ${first.get(id)}`
    return [{ file, ...(line !== undefined && { line }), what, hint: 'give every query an id of its own' }]
  })
}

async function readMetadata(path: string, options: LoadOptions): Promise<EvalSetMetadata | undefined> {
  const beside = metadataPath(path)
  const content = await readText(join(options.baseDirectory, beside), options.readFile)
  return content === undefined ? undefined : parseMetadata(content, filesIn(options).display(beside))
}

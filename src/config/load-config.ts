import { checkReferences } from './check-references.ts'
import { overlapProblem } from './chunking-schema.ts'
import type { Config } from './config.ts'
import { configText } from './config-text.ts'
import { explainable, explainIssue, type Finding } from './explain-issue.ts'
import { deepFreeze } from './freeze.ts'
import { problemsError } from './problem.ts'
import type { ReadFile } from './read-text.ts'
import type { Registries } from './registries.ts'
import { resolve } from './resolve.ts'
import { buildConfigSchema, type ConfigEntries } from './schema.ts'
import { parseYaml } from './yaml-source.ts'

/**
 * Reads, checks and completes a `retrieval-gate.yml`. Paths in it stay as written, relative to the config's folder.
 * Throws `UserError` that lists every mistake with `file:line:column`.
 */
export async function loadConfig(path: string, registries: Registries, readFile?: ReadFile): Promise<Config> {
  return parseConfig(await configText(path, readFile), path, registries)
}

/** The same for a config's text; `file` is what messages call it. */
export function parseConfig(text: string, file: string, registries: Registries): Config {
  const source = parseYaml(text, file)
  const read = readEntries(source.value ?? {}, registries)
  if ('findings' in read) {
    const problems = read.findings.map(({ path, part, ...rest }) => ({ file, ...source.position(path, part), ...rest }))
    throw problemsError(problems)
  }
  return deepFreeze(resolve(read.entries))
}

/** A parsed config, checked and with its defaults; or all that is wrong with it. A schema serves for many configs. */
export function readEntries(
  value: unknown,
  registries: Registries,
  schema: ReturnType<typeof buildConfigSchema> = buildConfigSchema(registries),
): { entries: ConfigEntries } | { findings: Finding[] } {
  const parsed = schema.safeParse(value, explainable)
  if (!parsed.success) return { findings: parsed.error.issues.flatMap((issue) => explainIssue(issue, 'the config')) }
  const findings = [...checkReferences(parsed.data, registries), ...checkChunking(parsed.data)]
  return findings.length > 0 ? { findings } : { entries: parsed.data }
}

function checkChunking({ strategies, chunking }: ConfigEntries): Finding[] {
  return Object.entries(strategies).flatMap(([name, strategy]): Finding[] => {
    const { maxTokens = chunking.maxTokens, overlap = chunking.overlap } = strategy.chunking ?? {}
    const what = strategy.chunking === undefined ? undefined : overlapProblem({ maxTokens, overlap })
    return what === undefined ? [] : [{ path: ['strategies', name, 'chunking'], part: 'value', what }]
  })
}

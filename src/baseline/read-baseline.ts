import { readFile, stat } from 'node:fs/promises'
import { UserError } from '../errors.ts'
import { type EvaluationReport, reportSchema, SCHEMA_VERSION } from './report-schema.ts'

/** Largest report that is read: one of 1,000 queries x 10 strategies is about a tenth of it. */
export const MAX_REPORT_BYTES = 100 * 1024 * 1024

const RERUN = 'make it again: `retrieval-gate run` on the base, then name its report.json'

/**
 * An earlier report, bounded in size and validated.
 *
 * @throws UserError when it is missing, too large, cut off, of another schema version, or not a report
 */
export async function readBaseline(path: string, shown: string = path): Promise<EvaluationReport> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  )
  if (size === undefined) {
    throw new UserError({
      where: shown,
      what: 'there is no baseline report here',
      hint: `name a report.json, or ${RERUN}`,
    })
  }
  if (size > MAX_REPORT_BYTES) {
    throw new UserError({
      where: shown,
      what: 'the baseline report is too large to read',
      expected: `at most ${MAX_REPORT_BYTES / 2 ** 20} MB`,
      found: `${Math.ceil(size / 2 ** 20)} MB`,
      hint: RERUN,
    })
  }
  return parseBaseline(await readFile(path, 'utf8'), shown)
}

/** The same for a report's text. */
export function parseBaseline(text: string, shown: string): EvaluationReport {
  const value = parseJson(text, shown)
  const version = versionOf(value)
  if (version !== SCHEMA_VERSION) {
    throw new UserError({
      where: shown,
      what:
        typeof version === 'number'
          ? 'the baseline report is of another version'
          : 'this is not a retrieval-gate report',
      expected: `schemaVersion ${SCHEMA_VERSION}`,
      found: version === undefined ? 'no schemaVersion' : `schemaVersion ${JSON.stringify(version)}`,
      hint:
        typeof version === 'number' && version > SCHEMA_VERSION
          ? 'use the version of retrieval-gate that wrote it, or a newer one'
          : RERUN,
    })
  }
  const parsed = reportSchema.safeParse(value)
  if (parsed.success) return checkIndexes(parsed.data, shown)
  const issue = parsed.error.issues[0]
  throw new UserError({
    where: shown,
    what: `the baseline report is damaged at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unknown'}`,
    hint: RERUN,
  })
}

function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const what = text.trim() === '' ? 'the baseline report is empty' : 'the baseline report is cut off, or not JSON'
    throw new UserError({ where: shown, what, found: `${text.length} characters`, hint: RERUN })
  }
}

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'schemaVersion' in value ? value.schemaVersion : undefined
}

/** Rankings name chunks by index; a damaged index must not become a missing hit. */
function checkIndexes(report: EvaluationReport, shown: string): EvaluationReport {
  for (const [name, { rankings }] of Object.entries(report.strategies)) {
    for (const [query, ranking] of Object.entries(rankings)) {
      if (ranking.some(([index]) => index >= report.chunks.length)) {
        throw new UserError({
          where: shown,
          what: `the baseline report is damaged: ${name} on ${query} names a chunk that is not in it`,
          hint: RERUN,
        })
      }
    }
  }
  return report
}

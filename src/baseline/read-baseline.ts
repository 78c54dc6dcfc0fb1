import { readFile, stat } from 'node:fs/promises'
import { UserError } from '../errors.ts'
import { type EvaluationReport, reportSchema, SCHEMA_VERSION } from './report-schema.ts'

/** Largest report that is read: one of 1,000 queries x 10 strategies is about a tenth of it. */
export const MAX_REPORT_BYTES = 100 * 1024 * 1024

/** What a report is read as: the base of a comparison, or what is compared with it. */
type Side = 'base' | 'head'

const RERUN: Readonly<Record<Side, string>> = {
  base: 'make it again: `retrieval-gate run` on the base, then name its report.json',
  head: 'make it again: `retrieval-gate run`, then name its report.json',
}

/**
 * An earlier report, bounded in size and validated; messages call it `shown`, and say how that side is made again.
 *
 * @throws UserError when it is missing, too large, cut off, of another schema version, or not a report
 */
export async function readBaseline(path: string, shown: string = path, side: Side = 'base'): Promise<EvaluationReport> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) {
    throw new UserError({
      where: shown,
      what: 'there is no report here',
      ...(found?.isDirectory() && { found: 'a folder' }),
      hint: found?.isDirectory() ? 'name the report.json in it' : `name a report.json, or ${RERUN[side]}`,
    })
  }
  const { size } = found
  if (size > MAX_REPORT_BYTES) {
    throw new UserError({
      where: shown,
      what: 'this report is too large to read',
      expected: `at most ${MAX_REPORT_BYTES / 2 ** 20} MB`,
      found: `${Math.ceil(size / 2 ** 20)} MB`,
      hint: RERUN[side],
    })
  }
  return parseBaseline(await readFile(path, 'utf8'), shown, side)
}

/** The same for a report's text. */
export function parseBaseline(text: string, shown: string, side: Side = 'base'): EvaluationReport {
  const value = parseJson(text, shown, side)
  const version = versionOf(value)
  if (version !== SCHEMA_VERSION) {
    throw new UserError({
      where: shown,
      what: typeof version === 'number' ? 'this report is of another version' : 'this is not a retrieval-gate report',
      expected: `schemaVersion ${SCHEMA_VERSION}`,
      found: version === undefined ? 'no schemaVersion' : `schemaVersion ${JSON.stringify(version)}`,
      hint:
        typeof version === 'number' && version > SCHEMA_VERSION
          ? 'use the version of retrieval-gate that wrote it, or a newer one'
          : RERUN[side],
    })
  }
  const parsed = reportSchema.safeParse(value)
  if (parsed.success) return checkIndexes(parsed.data, shown, side)
  const issue = parsed.error.issues[0]
  throw new UserError({
    where: shown,
    what: `this report is damaged at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unknown'}`,
    hint: RERUN[side],
  })
}

function parseJson(text: string, shown: string, side: Side): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const what = text.trim() === '' ? 'this report is empty' : 'this report is cut off, or not JSON'
    throw new UserError({ where: shown, what, found: `${text.length} characters`, hint: RERUN[side] })
  }
}

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'schemaVersion' in value ? value.schemaVersion : undefined
}

/** Rankings name chunks by index; a damaged index must not become a missing hit. */
function checkIndexes(report: EvaluationReport, shown: string, side: Side): EvaluationReport {
  for (const [name, { rankings }] of Object.entries(report.strategies)) {
    for (const [query, ranking] of Object.entries(rankings)) {
      if (ranking.some(([index]) => index >= report.chunks.length)) {
        throw new UserError({
          where: shown,
          what: `this report is damaged: ${name} on ${query} names a chunk that is not in it`,
          hint: RERUN[side],
        })
      }
    }
  }
  return report
}

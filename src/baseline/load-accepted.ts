import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { explainable, explainIssue } from '../config/explain-issue.ts'
import { problemsError } from '../config/problem.ts'
import { parseYaml } from '../config/yaml-source.ts'
import type { Acceptance } from './acceptance-schema.ts'

/** Where a repository keeps its accepted losses, relative to the config's folder. */
export const LEDGER = '.retrieval-gate/accepted.yml'

const said = z.string().regex(/\S/, 'a text')
const day = z.iso.date('a day, such as 2026-12-31')

const entry = z
  .strictObject({
    query: said.optional(),
    rule: said.optional(),
    strategy: said.optional(),
    reason: said,
    who: said,
    until: day,
  })
  .refine(({ query, rule }) => (query === undefined) !== (rule === undefined), {
    error: 'name either the `query` that is accepted, or the metric of the `rule`',
  })

const ledger = z.array(entry)

/**
 * The losses that a repository accepts; none where it keeps no such file.
 * @throws UserError for a file with mistakes, each with its line
 */
export async function loadAccepted(root: string): Promise<Acceptance[]> {
  const text = await readFile(join(root, LEDGER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (text === null) return []
  const source = parseYaml(text, LEDGER)
  const parsed = ledger.safeParse(source.value ?? [], explainable)
  if (parsed.success) return parsed.data.map(withoutAbsent)
  const findings = parsed.error.issues.flatMap((issue) => explainIssue(issue, 'the list of accepted losses'))
  throw problemsError(
    findings.map(({ path, part, ...rest }) => ({ file: LEDGER, ...source.position(path, part), ...rest })),
  )
}

/** Without undefined values, as a report holds it. */
function withoutAbsent(given: z.output<typeof entry>): Acceptance {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Acceptance
}

import { resolve } from 'node:path'
import { z } from 'zod'
import { explainable, explainIssue } from '../../config/explain-issue.ts'
import { type Problem, problemsError } from '../../config/problem.ts'
import { readText } from '../../config/read-text.ts'
import { UserError } from '../../errors.ts'
import { readJsonLines } from '../../evalset/json-lines.ts'
import { knowledgePath } from '../../evalset/knowledge-path.ts'
import { csvRows } from './csv.ts'

/** What an engine's id stands for. */
export interface MappedPlace {
  readonly path: string
  readonly startLine?: number
  readonly endLine?: number
}

export type Mapping = ReadonlyMap<string, MappedPlace>

interface Line {
  readonly line: number
  readonly value: unknown
}

const line = z.coerce.number<string | number>().pipe(z.int().min(1)).optional()
const entry = z
  .strictObject({
    id: z.union([z.string().min(1), z.number()]).transform(String),
    path: z.string().min(1),
    startLine: line,
    endLine: line,
  })
  .refine(({ startLine, endLine }) => (startLine === undefined) === (endLine === undefined), {
    error: '`startLine` and `endLine` go together',
  })
  .refine(({ startLine = 1, endLine = startLine }) => startLine <= endLine, {
    error: '`endLine` is before `startLine`',
  })

/**
 * Reads a file of ids and what they stand for: `.csv` with a header line, else JSON Lines. Throws `UserError` naming every
 * mistake with file and line.
 */
export async function readMapping(file: string, baseDirectory: string): Promise<Mapping> {
  const text = await readText(resolve(baseDirectory, file))
  if (text === undefined) {
    throw new UserError({
      where: file,
      what: 'there is no such file',
      hint: '`hits.mapping` is relative to the config',
    })
  }
  const { lines, problems } = file.toLowerCase().endsWith('.csv') ? readCsv(text, file) : readJsonLines(text, file)
  const mapping = new Map<string, MappedPlace>()
  for (const one of lines) problems.push(...add(one, file, mapping))
  if (problems.length > 0) throw problemsError(problems)
  return mapping
}

function add({ line, value }: Line, file: string, mapping: Map<string, MappedPlace>): Problem[] {
  const parsed = entry.safeParse(value, explainable)
  if (!parsed.success) {
    const findings = parsed.error.issues.flatMap((issue) => explainIssue(issue, 'the entry'))
    return findings.map(({ path: _, part: __, ...rest }) => ({ file, line, ...rest }))
  }
  const { id, path: written, startLine, endLine } = parsed.data
  const path = knowledgePath(written)
  if ('problem' in path) return [{ file, line, what: path.problem }]
  if (mapping.has(id)) return [{ file, line, what: `the id "${id}" is given twice`, hint: 'keep one of them' }]
  mapping.set(id, { ...path, ...(startLine === undefined || endLine === undefined ? {} : { startLine, endLine }) })
  return []
}

function readCsv(text: string, file: string): { lines: Line[]; problems: Problem[] } {
  const [header, ...rows] = csvRows(text)
  const problems: Problem[] = []
  const lines = rows.flatMap(({ line, cells }): Line[] => {
    if (cells.length !== header!.cells.length) {
      const expected = `${header!.cells.length} cells, as in the header`
      problems.push({ file, line, what: 'this line is of another length', expected, found: `${cells.length}` })
      return []
    }
    const given = header!.cells.map((name, index) => [name.trim(), cells[index]!] as const)
    return [{ line, value: Object.fromEntries(given.filter(([, cell]) => cell !== '')) }]
  })
  return { lines, problems }
}

import { z } from 'zod'
import { explainable, explainIssue } from '../config/explain-issue.ts'
import { problemsError } from '../config/problem.ts'
import { UserError } from '../errors.ts'

const text = z.string().optional()

const metadata = z.looseObject({
  /** The repository that the questions are about. */
  repository: text,
  /** Its commit when they were written. */
  commit: text,
  /** `git describe` of that commit. */
  describe: text,
  /** How questions and answers were made and checked. */
  how_made: text,
})

/** What is known about an eval set's making: `<name>.metadata.json` beside it. Further keys are kept. */
export type EvalSetMetadata = z.output<typeof metadata>

/** `datasets/docs.jsonl` -> `datasets/docs.metadata.json` */
export function metadataPath(evalSet: string): string {
  return `${evalSet.replace(/\.[^./\\]+$/, '')}.metadata.json`
}

/** Throws `UserError` for invalid JSON and wrong types. */
export function parseMetadata(content: string, file: string): EvalSetMetadata {
  const parsed = metadata.safeParse(parseJson(content, file), explainable)
  if (parsed.success) return parsed.data
  const findings = parsed.error.issues.flatMap((issue) => explainIssue(issue, 'the metadata'))
  throw problemsError(findings.map(({ path: _, part: __, ...mistake }) => ({ file, ...mistake })))
}

function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new UserError({ where: file, what: 'this file is not valid JSON' })
  }
}

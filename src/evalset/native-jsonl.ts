import { explainable, explainIssue, type Finding } from '../config/explain-issue.ts'
import { nearest } from '../config/nearest.ts'
import { type Problem, problemSentence } from '../config/problem.ts'
import type { Query } from '../model.ts'
import { expectedAnswers } from './expected-answers.ts'
import type { EvalSetFormat, ReadQueries } from './format.ts'
import { type JsonLine, readJsonLines } from './json-lines.ts'
import { toJudgments } from './judgments.ts'
import { type NativeRecord, nativeRecord } from './native-record.ts'

const KEYS = Object.keys(nativeRecord.shape)

/** JSON Lines, a superset of the public `expected_files` benchmark format. */
export const nativeJsonl: EvalSetFormat = {
  summary: 'JSON Lines: a question a line, with `expected_files`, or `expected` with paths, lines, ids and grades.',
  accepts: (queries) => typeof queries === 'string',
  async read(queries, files) {
    const path = String(queries)
    return readNative(await files.text(path), files.display(path))
  },
}

/** Reads the format from its text; `file` is what messages call it. */
export function readNative(text: string, file: string): ReadQueries {
  const { lines, problems } = readJsonLines(text, file)
  const read = lines.map((line) => readQuery(line))
  const located = (line: number, found: Omit<Problem, 'file'>): Problem => ({ file, line, ...found })
  return {
    path: file,
    queries: read.flatMap(({ query }) => (query === undefined ? [] : [query])),
    problems: [...problems, ...read.flatMap(({ line, problems }) => problems.map((found) => located(line, found)))],
    warnings: [
      ...unknownKeys(lines, file),
      ...read.flatMap(({ line, warnings }) => warnings.map((what) => problemSentence({ file, line, what }))),
    ],
  }
}

type Mistake = Omit<Problem, 'file' | 'line' | 'column'>

interface ReadLine {
  readonly line: number
  readonly query?: Query
  readonly problems: readonly Mistake[]
  readonly warnings: readonly string[]
}

function readQuery({ line, value }: JsonLine): ReadLine {
  const parsed = nativeRecord.safeParse(value, explainable)
  if (!parsed.success) {
    const findings = parsed.error.issues.flatMap((issue) => explainIssue(issue, 'this query'))
    return { line, problems: findings.map((finding) => toMistake(finding, value)), warnings: [] }
  }
  const expected = expectedAnswers(parsed.data)
  const { judgments, repeated, problems } = toJudgments(expected.graded)
  const wrong = [...expected.problems, ...problems]
  if (wrong.length > 0) return { line, problems: wrong.map((what) => ({ what })), warnings: [] }
  const warnings = repeated.map((target) => `"${target}" is expected twice and counts once`)
  if (judgments.length > 0 && judgments.every(({ grade }) => grade === 0))
    warnings.push('all judgments have grade 0, so nothing answers this query')
  return { line, query: toQuery(parsed.data, line, judgments), problems: [], warnings }
}

/** A key that is missing was perhaps mistyped. */
function toMistake({ path, part: _, ...mistake }: Finding, value: JsonLine['value']): Mistake {
  const [key] = path
  if (path.length !== 1 || typeof key !== 'string' || Object.hasOwn(value, key)) return mistake
  const meant = nearest(
    key,
    Object.keys(value).filter((known) => !KEYS.includes(known)),
  )
  return meant === undefined ? mistake : { ...mistake, hint: `did you mean \`${key}\` where it says \`${meant}\`?` }
}

function toQuery(record: NativeRecord, line: number, judgments: Query['judgments']): Query {
  const { category, difficulty, language, split, cluster } = record
  const optional = Object.entries({ category, difficulty, language, split, cluster }).filter(
    ([, value]) => value != null,
  )
  return {
    id: record.id,
    text: record.query,
    judgments,
    tags: record.tags ?? [],
    pinned: record.pinned ?? false,
    ...(Object.fromEntries(optional) as Pick<Query, 'category'>),
    line,
  }
}

/** A warning for each unknown key, at the first line that has it. */
function unknownKeys(lines: readonly JsonLine[], file: string): string[] {
  const found = new Map<string, { line: number; count: number }>()
  for (const { line, value } of lines)
    for (const key of Object.keys(value)) {
      if (KEYS.includes(key)) continue
      const known = found.get(key)
      found.set(key, { line: known?.line ?? line, count: (known?.count ?? 0) + 1 })
    }
  return [...found].map(([key, { line, count }]) => {
    const near = nearest(key, KEYS)
    const what = `unknown key \`${key}\` is ignored${count === 1 ? '' : ` (on ${count} lines)`}`
    return problemSentence({ file, line, what, ...(near !== undefined && { hint: `did you mean \`${near}\`?` }) })
  })
}

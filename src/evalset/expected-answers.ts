import type { Target } from '../model.ts'
import type { Graded } from './judgments.ts'
import { isGlob, knowledgePath } from './knowledge-path.ts'
import type { Answer, NativeRecord } from './native-record.ts'

const KEYS = ['expected_files', 'expected', 'expected_id'] as const

/**
 * What a native record says answers it; an empty list is an unanswerable query. Of `expected_files`, which is ordered, the
 * first has grade 2 and the others 1; what `expected` gives no grade has 1.
 */
export function expectedAnswers(record: NativeRecord): { graded: Graded[]; problems: string[] } {
  const given = KEYS.filter((key) => record[key] !== undefined)
  if (given.length !== 1) return { graded: [], problems: [given.length === 0 ? NONE : several(given)] }
  const answers = toAnswers(record)
  const problems: string[] = []
  const graded = answers.flatMap((answer): Graded[] => {
    const target = toTarget(answer)
    if ('kind' in target) return [{ target, grade: answer.grade }]
    problems.push(target.problem)
    return []
  })
  return { graded, problems }
}

const NONE =
  'this query says nothing about its answer: give `expected_files` or `expected` (`[]` when nothing answers it)'

function several(given: readonly string[]): string {
  return `${given.map((key) => `\`${key}\``).join(' and ')} exclude each other: keep one`
}

function toAnswers({ expected_files, expected, expected_id }: NativeRecord): Answer[] {
  if (expected_files !== undefined) {
    const distinct = new Set(expected_files.map(oneSpelling))
    return [...distinct].map((path, index) => ({ path, grade: index === 0 ? 2 : 1 }))
  }
  if (expected !== undefined)
    return expected.map((answer) => (typeof answer === 'string' ? { path: answer, grade: 1 } : answer))
  return typeof expected_id === 'string' ? [{ id: expected_id, grade: 1 }] : []
}

function oneSpelling(written: string): string {
  const normal = knowledgePath(written)
  return 'path' in normal ? normal.path : written
}

function toTarget({ id, path: written = '', lines }: Answer): Target | { problem: string } {
  if (id !== undefined) return { kind: 'id', id }
  const normal = knowledgePath(written)
  if ('problem' in normal) return normal
  const { path } = normal
  if (lines === undefined) return isGlob(path) ? { kind: 'glob', pattern: path } : { kind: 'file', path }
  if (/[*?]/.test(path)) return { problem: `lines need one file, and "${written}" is a pattern` }
  return { kind: 'lines', path, startLine: lines[0], endLine: lines[1] }
}

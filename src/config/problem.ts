import { type Explanation, UserError } from '../errors.ts'

/** One mistake in a file that the user wrote. Lines and columns are 1-based. */
export interface Problem extends Omit<Explanation, 'where'> {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

/** More than these are counted, not listed: the first ones usually explain the rest. */
const LISTED = 20

/**
 * All mistakes as one error, in the order of the file: a single one in full, several with one sentence each, under how many of
 * what there are, and what to do about all of them.
 */
export function problemsError(problems: readonly Problem[], heading?: string, hint?: string): UserError {
  const sorted = [...problems].sort(byPosition)
  const [first] = sorted
  if (first === undefined) throw new Error('problemsError needs at least one problem')
  if (sorted.length === 1) return new UserError(explanation(first))
  const listed = sorted.slice(0, LISTED).map((problem) => `  ${problemSentence(problem)}`)
  const rest = sorted.length - listed.length
  if (rest > 0) listed.push(`  and ${rest} more`)
  const what = `${sorted.length} ${heading ?? `mistakes in ${first.file}`}:\n${listed.join('\n')}`
  return new UserError({ what, ...(hint !== undefined && { hint }) })
}

/** The mistake in one line: `retrieval-gate.yml:3:5: unknown key "chunkng" (expected ..., to do: ...)`. */
export function problemSentence(problem: Problem): string {
  const details = [
    problem.expected === undefined ? [] : [`expected: ${problem.expected}`],
    problem.found === undefined ? [] : [`found: ${problem.found}`],
    problem.hint === undefined ? [] : [problem.hint],
  ].flat()
  const sentence = `${problemPlace(problem)}: ${problem.what}`
  return details.length === 0 ? sentence : `${sentence} (${details.join('; ')})`
}

function explanation({ file, line, column, ...rest }: Problem): Explanation {
  return { where: problemPlace({ file, line, column } as Problem), ...rest }
}

/** `retrieval-gate.yml:3:5` */
export function problemPlace({ file, line, column }: Pick<Problem, 'file' | 'line' | 'column'>): string {
  return [file, line, column].filter((part) => part !== undefined).join(':')
}

function byPosition(a: Problem, b: Problem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

/** What a user can be told about a mistake that they can mend. */
export interface Explanation {
  /** File, with line and column where known: `retrieval-gate.yml:3:5`. */
  readonly where?: string
  /** What is wrong, one sentence. */
  readonly what: string
  readonly expected?: string
  readonly found?: string
  /** What to do about it. */
  readonly hint?: string
}

/** A mistake of the user's: printed as a sentence, without a stack, exit code 2. Everything else is a bug. */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly explanation: Explanation

  constructor(explanation: Explanation) {
    super(explain(explanation))
    this.explanation = explanation
  }
}

function explain({ where, what, expected, found, hint }: Explanation): string {
  const lines = [where === undefined ? what : `${where}: ${what}`]
  if (expected !== undefined) lines.push(`  expected: ${expected}`)
  if (found !== undefined) lines.push(`  found:    ${found}`)
  if (hint !== undefined) lines.push(`  to do:    ${hint}`)
  return lines.join('\n')
}

import type { Problem } from '../config/problem.ts'

export interface JsonLine {
  /** 1-based. */
  readonly line: number
  readonly value: Readonly<Record<string, unknown>>
}

/** The JSON objects of a text with one a line; blank lines are skipped, lines may end in CRLF. */
export function readJsonLines(text: string, file: string): { lines: JsonLine[]; problems: Problem[] } {
  const lines: JsonLine[] = []
  const problems: Problem[] = []
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue
    const line = index + 1
    const parsed = parseLine(content)
    if ('value' in parsed) lines.push({ line, value: parsed.value })
    else problems.push({ file, line, ...parsed })
    // A file that is one JSON document would repeat the same mistake on every line.
    if (lines.length === 0 && OPENING.test(content)) break
  }
  return { lines, problems }
}

/** The first line of a JSON document that is spread over several. */
const OPENING = /^\s*[[{]\s*$/

function parseLine(content: string): { value: JsonLine['value'] } | Pick<Problem, 'what' | 'hint'> {
  try {
    const value: unknown = JSON.parse(content)
    if (isObject(value)) return { value }
    return { what: 'this line is not a JSON object', hint: 'write one object, in braces, a line' }
  } catch {
    const hint = hintFor(content)
    return { what: 'this line is not valid JSON', ...(hint !== undefined && { hint }) }
  }
}

/** V8's own messages differ between Node versions, and ours must not. */
function hintFor(content: string): string | undefined {
  if (OPENING.test(content)) return 'write each object on one line, without a list around them'
  if (/\}\s*,\s*$/.test(content)) return 'remove the comma at its end'
  return /\}\s*$/.test(content) ? undefined : 'it ends before the object does'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

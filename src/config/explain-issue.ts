import type { z } from 'zod'
import type { Explanation } from '../errors.ts'
import { describeValue, listed } from './describe-value.ts'
import { nearest } from './nearest.ts'

type Issue = z.core.$ZodIssue

/** What is wrong at one place of a value that a schema refused. */
export interface Finding extends Omit<Explanation, 'where'> {
  readonly path: readonly PropertyKey[]
  /** Whether the key is wrong, or what it holds. */
  readonly part: 'key' | 'value'
}

/**
 * The options to parse with so that `explainIssue` knows what was found and what the schema would have taken: the message
 * of an `unrecognized_keys` issue is the list of known keys, that of an `invalid_type` issue the type.
 */
export const explainable: z.core.ParseContext<Issue> = { reportInput: true, error: messageForExplaining }

function messageForExplaining(issue: z.core.$ZodRawIssue): string | undefined {
  const definition = issue.inst?._zod.def as { shape?: object; format?: string } | undefined
  if (issue.code === 'unrecognized_keys') return JSON.stringify(Object.keys(definition?.shape ?? {}))
  if (issue.code === 'invalid_type') return definition?.format === 'safeint' ? 'int' : issue.expected
  return undefined
}

/** An issue of zod as sentences; one for each key where several are unknown. `root` names the whole value. */
export function explainIssue(issue: Issue, root: string): Finding[] {
  const findings = explained(issue, root)
  return findings.map(({ found, ...finding }) => {
    return found === undefined || mayHoldSecret(finding.path, found) ? finding : { ...finding, found }
  })
}

const SECRET_KEY =
  /(?:api|access|auth|secret|private)[-_]?(?:key|token)|^(?:key|token|authorization|cookie)|secret|password|credential/i

/** In an address: a password, or a key among what is asked for. */
const SECRET_IN_ADDRESS = /:\/\/[^/\s]*@|[?&][^=&\s]*(?:key|token|secret|password|signature|credential)[^=&\s]*=/i

/** A key of a service that somebody wrote where its name belongs, or into an address, is not repeated in a log. */
function mayHoldSecret(path: readonly PropertyKey[], found: string): boolean {
  return SECRET_IN_ADDRESS.test(found) || path.some((key) => typeof key === 'string' && SECRET_KEY.test(key))
}

function explained(issue: Issue, root: string): Finding[] {
  const { path } = issue
  const at = { path, part: 'value' as const }
  const name = path.length === 0 ? root : `\`${pathText(path)}\``
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(path, key, JSON.parse(issue.message) as string[]))
    case 'invalid_union':
      return explainUnion(issue, root, name)
    case 'invalid_key':
      return [{ path, part: 'key', what: `${name} is not a usable name`, expected: issue.issues[0]?.message ?? '' }]
    case 'invalid_type':
      return [wrongType(at, name, issue.input, expectedType(issue))]
    case 'invalid_value':
      return [unknownValue(at, name, issue.input, issue.values)]
    case 'too_small':
    case 'too_big':
      return [{ ...at, what: `${name} is out of range`, expected: limit(issue), found: describeValue(issue.input) }]
    case 'custom':
      return [{ ...at, what: `${name}: ${issue.message}`, ...given(issue.params) }]
    default:
      return [{ ...at, what: `${name} has the wrong form`, expected: issue.message, found: describeValue(issue.input) }]
  }
}

function unknownKey(path: readonly PropertyKey[], key: string, known: readonly string[]): Finding {
  const near = nearest(key, known)
  const what = `unknown key \`${key}\`${path.length === 0 ? '' : ` in \`${pathText(path)}\``}`
  const hint = near === undefined ? {} : { hint: `did you mean \`${near}\`?` }
  return { path: [...path, key], part: 'key', what, expected: listed(known), ...hint }
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
}

function expectedType({ message }: z.core.$ZodIssueInvalidType): string {
  return EXPECTED[message] ?? message
}

function wrongType(at: Pick<Finding, 'path' | 'part'>, name: string, input: unknown, expected: string): Finding {
  if (input === undefined) return { ...at, part: 'key', what: `${name} is missing`, expected }
  if (input === null) return { ...at, part: 'key', what: `${name} is empty`, expected }
  return { ...at, what: `${name} has the wrong type`, expected, found: describeValue(input) }
}

function unknownValue(
  at: Pick<Finding, 'path' | 'part'>,
  name: string,
  input: unknown,
  values: readonly unknown[],
): Finding {
  if (input === undefined || input === null) return wrongType(at, name, input, listed(values))
  const near = typeof input === 'string' ? nearest(input, values.map(String)) : undefined
  const hint = near === undefined ? {} : { hint: `did you mean \`${near}\`?` }
  return { ...at, what: `${name} has an unknown value`, expected: listed(values), found: describeValue(input), ...hint }
}

function explainUnion(issue: z.core.$ZodIssueInvalidUnion, root: string, name: string): Finding[] {
  const at = { path: issue.path, part: 'value' as const }
  if (issue.discriminator !== undefined) {
    const input = (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator]
    return [unknownValue(at, name, input, 'options' in issue ? (issue.options ?? []) : [])]
  }
  const fitting = issue.errors.filter((issues) => !issues.some(isWholly))
  const best = fitting.toSorted((a, b) => a.length - b.length)[0]
  if (best !== undefined)
    return best.flatMap((inner) => explainIssue({ ...inner, path: [...issue.path, ...inner.path] }, root))
  const kinds = issue.errors.flat().filter(isWholly).map(expectedType)
  return [wrongType(at, name, issue.input, [...new Set(kinds)].join(' or '))]
}

/** The branch of a union is for another type of value altogether. */
function isWholly(issue: Issue): issue is z.core.$ZodIssueInvalidType {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
}

function limit(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const amount = issue.code === 'too_big' ? issue.maximum : issue.minimum
  const [one, many] = UNITS[issue.origin] ?? ['', '']
  const quantity = `${amount}${Number(amount) === 1 ? one : many}`
  if (issue.code === 'too_big') return `${issue.inclusive === false ? 'less than' : 'at most'} ${quantity}`
  return `${issue.inclusive === false ? 'more than' : 'at least'} ${quantity}`
}

function given(params: Record<string, unknown> | undefined): Pick<Finding, 'expected' | 'hint'> {
  const { expected, hint } = params ?? {}
  return {
    ...(typeof expected === 'string' && { expected }),
    ...(typeof hint === 'string' && { hint }),
  }
}

/** `gate[0].maxDrop` */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('')
}

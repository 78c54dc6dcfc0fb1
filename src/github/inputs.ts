import { z } from 'zod'
import { UserError } from '../errors.ts'

const YES = ['true', 'True', 'TRUE']
const NO = ['false', 'False', 'FALSE']

const boolean = z.enum([...YES, ...NO], { error: 'true or false' }).transform((text) => YES.includes(text))
/** A decimal number, nothing that JavaScript merely happens to convert. */
const decimal = (what: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, what)
    .transform(Number)
const text = z.string()

/** An input left out and an input set to nothing are the same to a workflow. */
const optional = <T extends z.ZodType>(schema: T) => schema.optional()

/** The inputs of `action.yml`, as a workflow writes them. */
export const inputsSchema = z.object({
  config: optional(text),
  mode: z.enum(['auto', 'evaluate', 'comment', 'merge'], { error: 'auto, evaluate, comment or merge' }).default('auto'),
  baseline: optional(text),
  threshold: optional(
    decimal('a number from 0 to 1, such as 0.02').refine((value) => value <= 1, 'a number from 0 to 1'),
  ),
  comment: z
    .enum(['always', 'changes', 'failure', 'never'], { error: 'always, changes, failure or never' })
    .default('always'),
  'fail-on-regression': boolean.default(true),
  'github-token': optional(text),
  'documents-token': optional(text),
  'artifact-name': optional(
    text.regex(
      /^[^":<>|*?\\/\r\n]{1,200}$/,
      'a name of at most 200 characters without " : < > | * ? \\ / and line breaks',
    ),
  ),
  'retention-days': optional(
    decimal('a whole number of days from 1 to 400').refine(
      (days) => Number.isInteger(days) && days >= 1 && days <= 400,
      'a whole number of days from 1 to 400',
    ),
  ),
  cache: boolean.default(true),
  offline: boolean.default(false),
  shard: optional(text.regex(/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, 'a part such as 2/8')),
  'working-directory': text.default('.'),
})

export type Inputs = z.infer<typeof inputsSchema>
export type CommentPolicy = Inputs['comment']

/**
 * Reads the Action's inputs from the variables that the runner makes of them (`INPUT_FAIL-ON-REGRESSION`).
 * @throws UserError naming every input that does not say what it may say.
 */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const given: Record<string, string> = {}
  for (const name of Object.keys(inputsSchema.shape)) {
    const value = env[`INPUT_${name.toUpperCase()}`]?.trim()
    if (value !== undefined && value !== '') given[name] = value
  }
  const parsed = inputsSchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new UserError({
    where: 'workflow',
    what: parsed.error.issues.length === 1 ? 'An input cannot be understood' : 'Some inputs cannot be understood',
    expected: parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('; '),
    found: parsed.error.issues.map(({ path }) => shown(String(path[0]), given)).join('; '),
  })
}

/** What was written, cut where it is long; the secrets among the inputs take any text and never come here. */
function shown(name: string, given: Readonly<Record<string, string>>): string {
  return `${name}: ${JSON.stringify((given[name] ?? '').slice(0, 80))}`
}

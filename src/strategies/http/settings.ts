import { z } from 'zod'
import { expressionSchema } from '../engine/expression.ts'
import { engineShape } from '../engine/settings.ts'
import { templateProblems } from '../engine/template/check-template.ts'
import { renderJson, renderUrl } from '../engine/template/render.ts'
import { uses } from '../engine/template/template.ts'

const SAMPLE = { query: 'a "question"', k: 10, vector: [0.5] }

/** A text or a structure whose placeholders are known. */
function templated<T extends z.ZodType>(schema: T, allowed: readonly string[]): T {
  return schema.superRefine((value, context) => {
    for (const { path, message } of templateProblems(value, allowed)) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })
}

/** The address of an engine, which may hold placeholders. */
export const urlSchema = templated(z.string().min(1), ['query', 'k']).superRefine((text, context) => {
  const problem = addressProblem(renderUrl(text.replace(/\{\{(?!\s*(?:query|k)\b)[^}]*\}\}/g, 'x'), SAMPLE))
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})

function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'this is no address'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'an address begins with `http://` or `https://`'
  if (username !== '' || password !== '') {
    return 'credentials belong into `headers`, from the environment: `Authorization: "Basic {{env.NAME}}"`'
  }
  return undefined
}

export const headersSchema = templated(z.record(z.string().min(1), z.string()), ['env.NAME'])
  .default({})
  .describe('Headers of the request. `{{env.NAME}}` is an environment variable: the place for keys.')

const body = templated(z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]), [
  'query',
  'k',
  'vector',
])

export const httpSchema = z
  .strictObject({
    url: urlSchema.describe('The address. `{{query}}` and `{{k}}` in it are percent-encoded.'),
    method: z.enum(['GET', 'POST', 'PUT']).optional().describe('Default: `POST` with a body, else `GET`.'),
    headers: headersSchema,
    body: body
      .optional()
      .describe(
        'What is sent, as YAML or as the text of JSON: `{{query}}` is the question, `"{{k}}"` alone a number, `"{{vector}}"` alone a list of numbers.',
      ),
    embedder: z.string().min(1).optional().describe('What makes `{{vector}}` of the question.'),
    ...engineShape,
    error: expressionSchema
      .optional()
      .describe(
        'Where an answer with the status 200 says that it is an error: there must be nothing, or `false`. Default: `error` or `errors`, where it has no hits.',
      ),
    engineTime: expressionSchema.optional().describe('Where an answer says how many milliseconds the engine took.'),
  })
  .superRefine((settings, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const wantsVector = uses(settings.body, 'vector')
    if (wantsVector && settings.embedder === undefined) issue('body', '`{{vector}}` needs an `embedder`')
    if (!wantsVector && settings.embedder !== undefined) issue('embedder', 'there is no `{{vector}}` in the body')
    if (settings.method === 'GET' && settings.body !== undefined) issue('method', '`GET` has no body')
    const { url, headers } = settings
    if (![url, settings.body].some((template) => uses(template, 'query') || uses(template, 'vector'))) {
      issue('url', 'the question is nowhere in the request: put `{{query}}` into the `body`, or here')
    }
    if (typeof settings.body === 'string' && isJson(headers) && !parses(renderJson(settings.body, SAMPLE))) {
      issue('body', 'this text is not JSON once its placeholders are filled')
    }
  })

export type HttpSettings = z.output<typeof httpSchema>

/** Whether the body is JSON, which it is unless a header says something else. */
export function isJson(headers: Readonly<Record<string, string>>): boolean {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type === undefined || /^application\/(?:[\w.-]+\+)?json\b/i.test(type)
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

import { readFileSync } from 'node:fs'
import type { Seen } from './stand-in.ts'
import type { Answer } from './state.ts'

interface Schema {
  readonly type?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly body?: Schema | null
  readonly responses: Readonly<Record<string, Schema | null>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const { paths } = JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')) as { paths: Paths }

/** Statuses that GitHub may answer anything with, described or not. */
const ANYWHERE = [401, 403, 404, 410, 422, 429, 500, 502, 503]

/** What GitHub does and does not describe: the repository of a deleted fork. */
const UNDESCRIBED = ['$.workflow_runs[].head_repository is null']

/**
 * How a request to REST, and what the stand-in answers, are not as GitHub describes them. Of an answer's object only the
 * properties that are there are looked at: the stand-in leaves out what nobody reads.
 */
export function violations(seen: Seen, answer: Answer): string[] {
  const at = `${seen.method} ${seen.path}`
  const operation = operationOf(seen)
  if (operation === undefined) return [`${at} is not among the operations that are described`]
  const { responses } = operation
  const asked = [...queryProblems(seen, operation), ...bodyProblems(seen, operation)]
  const status = String(answer.status)
  if (!Object.hasOwn(responses, status)) {
    return [...asked, ...(ANYWHERE.includes(answer.status) ? [] : [`answers ${status}`])].map((one) => `${at}: ${one}`)
  }
  const schema = responses[status]
  const answered =
    schema === null || schema === undefined || Buffer.isBuffer(answer.body) ? [] : problems(answer.body, schema, '$')
  const wrong = answered.filter((one) => !UNDESCRIBED.includes(one))
  return [...asked, ...wrong].map((one) => `${at}: ${one}`)
}

function operationOf({ method, path }: Seen): Operation | undefined {
  for (const [pattern, operations] of Object.entries(paths)) {
    const expression = pattern.replaceAll(/\{(\w+)\}/g, (_, name) =>
      name === 'path' || name === 'basehead' ? '.+' : '[^/]+',
    )
    if (new RegExp(`^${expression}$`).test(path)) return operations[method.toLowerCase()]
  }
  return undefined
}

function queryProblems({ query }: Seen, { parameters }: Operation): string[] {
  const known = new Map(parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.schema]))
  return [...query].flatMap(([name, text]) => {
    const schema = known.get(name)
    if (schema === undefined) return [`there is no parameter ${name}`]
    const value = schema.type === 'integer' ? Number(text) : schema.type === 'boolean' ? text === 'true' : text
    return problems(value, schema, name)
  })
}

function bodyProblems({ body: bytes }: Seen, { body }: Operation): string[] {
  if (body === undefined || body === null) return bytes.length === 0 ? [] : ['a body is sent where none is taken']
  const value = JSON.parse(bytes.toString()) as Record<string, unknown>
  const missing = (body.required ?? []).filter((name) => !Object.hasOwn(value, name))
  return [...missing.map((name) => `the body lacks ${name}`), ...problems(value, body, 'body')]
}

function problems(value: unknown, schema: Schema, at: string): string[] {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) {
    const found = choices.map((choice) => problems(value, choice, at))
    return found.some((one) => one.length === 0) ? [] : (found[0] ?? [])
  }
  const parts = (schema.allOf ?? []).flatMap((part) => problems(value, part, at))
  if (value === null) return schema.nullable || schema.type === undefined ? parts : [...parts, `${at} is null`]
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [...parts, `${at} is ${JSON.stringify(value)}`]
  if (!isOfType(value, schema.type)) return [...parts, `${at} is no ${schema.type}`]
  return [...parts, ...inside(value, schema, at)]
}

function inside(value: unknown, { properties, items }: Schema, at: string): string[] {
  if (Array.isArray(value)) return items === undefined ? [] : value.flatMap((one) => problems(one, items, `${at}[]`))
  if (typeof value !== 'object' || properties === undefined) return []
  return Object.entries(value as object).flatMap(([name, held]) => {
    if (held === undefined) return []
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    return schema === undefined ? [`there is no ${at}.${name}`] : problems(held, schema, `${at}.${name}`)
  })
}

function isOfType(value: unknown, type: string | undefined): boolean {
  if (type === undefined) return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value)
  return typeof value === type
}

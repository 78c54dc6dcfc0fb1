import { markdownTable } from './markdown-table.ts'

/** The part of JSON Schema (draft 7) that the schema of the config uses. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly required?: readonly string[]
}

type Row = readonly [key: string, type: string, fallback: string, description: string]

const HEADER = ['key', 'value', 'default', 'what it does']

/** Every key of the config but those of single strategy types, as one table; nested keys are written with dots. */
export function configReference(schema: JsonSchema): string {
  return markdownTable(HEADER, keysOf(schema, ''))
}

/**
 * The kinds of strategies: what all of them take, then each with its own settings.
 * `settings` gives the names of a type's own settings; every other key is common to all.
 */
export function strategyReference(schema: JsonSchema, settings: (type: string) => readonly string[]): string {
  const types = strategyTypes(schema).map((form) => {
    const name = String(form.properties?.type?.const)
    return { name, form, own: settings(name) }
  })
  const sections = types.map(({ name, form, own }) => {
    const table = own.length === 0 ? 'No settings of its own.' : keysTable(form, (key) => own.includes(key))
    return `### \`type: ${name}\`\n\n${form.description ?? ''}\n\n${table}`
  })
  const first = types[0]
  const common = keysTable(first?.form ?? {}, (key) => key !== 'type' && !first?.own.includes(key))
  return [`### Every strategy\n\n${common}`, ...sections].join('\n\n')
}

function keysTable(schema: JsonSchema, isWanted: (key: string) => boolean): string {
  return markdownTable(HEADER, keysOf({ ...schema, properties: pick(schema.properties ?? {}, isWanted) }, ''))
}

function strategyTypes(schema: JsonSchema): readonly JsonSchema[] {
  const entry = schema.properties?.strategies?.additionalProperties
  if (typeof entry !== 'object') throw new Error('The schema of the config has no strategies')
  return entry.oneOf ?? entry.anyOf ?? [entry]
}

function keysOf(schema: JsonSchema, prefix: string): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const path = prefix + key
    const isRequired = schema.required?.includes(key) ?? false
    const fallback = isRequired ? 'required' : defaultOf(value)
    return [[path, formOf(value), fallback, value.description ?? ''] as const, ...nested(value, path)].map(
      ([name, ...rest]) => [name.startsWith('`') ? name : `\`${name}\``, ...rest] as const,
    )
  })
}

/** The keys inside an object, the objects of a list (`gate[].metric`), or any of several forms. */
function nested(schema: JsonSchema, path: string): Row[] {
  if (schema.items !== undefined) return nested(schema.items, `${path}[]`)
  const forms = schema.anyOf ?? [schema]
  return forms.flatMap((form) => keysOf(form, `${path}.`))
}

/** What may be written, in words of YAML. */
function formOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  const forms = schema.anyOf ?? schema.oneOf
  if (forms !== undefined) return [...new Set(forms.map(formOf))].join(' or ')
  if (schema.type === 'array') return `list of ${plural(formOf(schema.items ?? {}))}`
  if (schema.type === 'object') return typeof schema.additionalProperties === 'object' ? 'name: strategy' : 'mapping'
  return schema.type === 'integer' ? 'whole number' : schema.type === 'string' ? 'text' : (schema.type ?? 'anything')
}

const plural = (value: string): string => (value === 'text' ? 'texts' : value === 'mapping' ? 'mappings' : `${value}s`)

function defaultOf({ default: value }: JsonSchema): string {
  const isEmpty = value === undefined || (typeof value === 'object' && JSON.stringify(value) === '{}')
  return isEmpty ? '' : code(value)
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

function pick<T>(record: Readonly<Record<string, T>>, isWanted: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => isWanted(key)))
}

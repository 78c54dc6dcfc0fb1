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
  const types = typesIn(schema, 'strategies')
  const first = types[0]
  const common = keysTable(first?.form ?? {}, (key) => key !== 'type' && !settings(first?.name ?? '').includes(key))
  return [`### Every strategy\n\n${common}`, ...types.map((type) => typeSection(type, settings(type.name)))].join(
    '\n\n',
  )
}

/** A section of models: each type with its own settings, then what those outside the program have in common. */
export function modelReference(
  schema: JsonSchema,
  section: 'embedders' | 'rerankers' | 'chats',
  common: readonly string[],
): string {
  const own = ({ form }: NamedType) =>
    Object.keys(form.properties ?? {}).filter((key) => key !== 'type' && !common.includes(key))
  return typesIn(schema, section)
    .map((type) => typeSection(type, own(type)))
    .join('\n\n')
}

/** The keys that every model outside the program has. */
export function commonModelReference(schema: JsonSchema, common: readonly string[]): string {
  const outside = typesIn(schema, 'embedders').find(({ form }) => form.properties?.price !== undefined)
  return keysTable(outside?.form ?? {}, (key) => key !== 'type' && common.includes(key))
}

interface NamedType {
  readonly name: string
  readonly form: JsonSchema
}

function typeSection({ name, form }: NamedType, own: readonly string[]): string {
  const table = own.length === 0 ? 'No settings of its own.' : keysTable(form, (key) => own.includes(key))
  return `### \`type: ${name}\`\n\n${form.description ?? ''}\n\n${table}`
}

function keysTable(schema: JsonSchema, isWanted: (key: string) => boolean): string {
  return markdownTable(HEADER, keysOf({ ...schema, properties: pick(schema.properties ?? {}, isWanted) }, ''))
}

function typesIn(schema: JsonSchema, section: string): readonly NamedType[] {
  const entry = schema.properties?.[section]?.additionalProperties
  if (typeof entry !== 'object') throw new Error(`The schema of the config has no ${section}`)
  return (entry.oneOf ?? entry.anyOf ?? [entry]).map((form) => ({ name: String(form.properties?.type?.const), form }))
}

function keysOf(schema: JsonSchema, prefix: string): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const path = prefix + key
    const isRequired = schema.required?.includes(key) ?? false
    const fallback = isRequired ? 'required' : defaultOf(value)
    return [
      [path, ENTRIES[path] ?? formOf(value), fallback, value.description ?? ''] as const,
      ...nested(value, path),
    ].map(([name, ...rest]) => [name.startsWith('`') ? name : `\`${name}\``, ...rest] as const)
  })
}

/** The keys inside an object, the objects of a list (`gate[].metric`), or any of several forms. */
function nested(schema: JsonSchema, path: string): Row[] {
  if (schema.items !== undefined) return nested(schema.items, `${path}[]`)
  const forms = schema.anyOf ?? [schema]
  return forms.flatMap((form) => keysOf(form, `${path}.`))
}

/** Sections whose keys are names. */
const ENTRIES: Readonly<Record<string, string>> = {
  strategies: 'name: strategy',
  embedders: 'name: embedder',
  rerankers: 'name: reranker',
  chats: 'name: chat model',
}

/** What may be written, in words of YAML. */
function formOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  const forms = schema.anyOf ?? schema.oneOf
  if (forms !== undefined) return [...new Set(forms.map(formOf))].join(' or ')
  if (schema.type === 'array') return `list of ${plural(formOf(schema.items ?? {}))}`
  if (schema.type === 'object') return 'mapping'
  return schema.type === 'integer' ? 'whole number' : schema.type === 'string' ? 'text' : (schema.type ?? 'anything')
}

const plural = (value: string): string => (value === 'text' ? 'texts' : value === 'mapping' ? 'mappings' : `${value}s`)

function defaultOf({ default: value }: JsonSchema): string {
  const isEmpty = value === undefined || value === '' || (typeof value === 'object' && JSON.stringify(value) === '{}')
  return isEmpty ? '' : code(value)
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

function pick<T>(record: Readonly<Record<string, T>>, isWanted: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => isWanted(key)))
}

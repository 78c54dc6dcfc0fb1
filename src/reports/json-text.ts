import { compareCodeUnits } from '../code-units.ts'

/** How a value is laid out, by the names of its properties. */
export interface JsonLayout {
  /** Records whose keys are put in code-unit order; all others keep theirs. */
  readonly unordered: readonly string[]
  /** Records and lists with each entry on a line of its own, however long. */
  readonly rows: readonly string[]
}

const WIDTH = 100

/** JSON that is compact and can still be read: what fits on a line is on a line. Properties without a value are left out. */
export function jsonText(value: unknown, layout: JsonLayout): string {
  return `${print(value, null, '', layout)}\n`
}

function print(value: unknown, name: string | null, indent: string, layout: JsonLayout): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value) && value.every(isPlain)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
  const deeper = `${indent}  `
  const asRows = name !== null && layout.rows.includes(name)
  const items = entries(value, name, layout).map(({ key, item }) => {
    return prefix(key) + (asRows ? (JSON.stringify(item) ?? 'null') : print(item, key, deeper, layout))
  })
  const [open, close] = brackets(value)
  if (items.length === 0 || (!asRows && fits(items))) return `${open}${items.join(', ')}${close}`
  return `${open}\n${deeper}${items.join(`,\n${deeper}`)}\n${indent}${close}`
}

/** Lists of numbers or names stay on one line, whatever their length. */
function isPlain(item: unknown): boolean {
  return item === null || typeof item !== 'object'
}

/** The items of a list, with empty keys, or the properties that have a value. */
function entries(
  value: object,
  name: string | null,
  layout: JsonLayout,
): readonly { key: string | null; item: unknown }[] {
  if (Array.isArray(value)) return value.map((item: unknown) => ({ key: null, item }))
  const present = Object.entries(value).filter(([, item]) => item !== undefined)
  if (name !== null && layout.unordered.includes(name)) present.sort(([a], [b]) => compareCodeUnits(a, b))
  return present.map(([key, item]) => ({ key, item }))
}

function prefix(key: string | null): string {
  return key === null ? '' : `${JSON.stringify(key)}: `
}

function brackets(value: object): readonly [string, string] {
  return Array.isArray(value) ? ['[', ']'] : ['{', '}']
}

function fits(items: readonly string[]): boolean {
  let length = 0
  for (const item of items) {
    length += item.length + 2
    if (length > WIDTH || item.includes('\n')) return false
  }
  return true
}

import type { Config } from './config.ts'
import type { Finding } from './explain-issue.ts'
import { nearest } from './nearest.ts'

/** One key of the config and the values to try there. */
export interface Axis {
  /** As people write it: `strategies.bm25.b`. */
  readonly key: string
  readonly path: readonly string[]
  readonly values: readonly unknown[]
  /** The keys that lead to the values in the file: `['sweep', 'strategies.bm25.b']`. */
  readonly at: readonly string[]
}

/** Only what decides how documents are found may vary: with other questions, metrics or documents scores do not compare. */
const NAMED = ['strategies', 'embedders', 'rerankers', 'chats'] as const
const SECTIONS: readonly string[] = ['chunking', ...NAMED]

/** The axes of a config's `sweep`, in the order of the file, and what is wrong with them. */
export function readAxes(sweep: object, config: Config): { axes: Axis[]; findings: Finding[] } {
  const findings: Finding[] = []
  const axes: Axis[] = []
  const walk = (node: object, prefix: string, at: readonly string[]): void => {
    for (const [name, value] of Object.entries(node) as [string, unknown][]) {
      const key = prefix + name
      const place = [...at, name]
      if (isMapping(value)) walk(value, `${key}.`, place)
      else if (!Array.isArray(value) || value.length === 0) findings.push(notAList(key, place))
      else axes.push({ key, path: pathOf(key, config), values: value as unknown[], at: place })
    }
  }
  walk(sweep, '', ['sweep'])
  for (const [index, axis] of axes.entries()) findings.push(...problems(axis, axes.slice(0, index), config))
  return { axes, findings }
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A dotted key as keys. Names of strategies and models may have dots themselves: the longest that fits is meant. */
function pathOf(key: string, config: Config): string[] {
  for (const section of NAMED) {
    if (!key.startsWith(`${section}.`)) continue
    const rest = key.slice(section.length + 1)
    const fitting = Object.keys(config[section]).filter((name) => rest === name || rest.startsWith(`${name}.`))
    const name = fitting.sort((a, b) => b.length - a.length)[0]
    if (name === undefined) break
    const inner = rest.slice(name.length + 1)
    return [section, name, ...(inner === '' ? [] : inner.split('.'))]
  }
  return key.split('.')
}

function problems({ key, path, values, at }: Axis, before: readonly Axis[], config: Config): Finding[] {
  const atKey = { path: at, part: 'key' as const }
  const [section = '', name] = path
  if (!SECTIONS.includes(section)) return [unknownSection(key, section, at)]
  if (name === undefined)
    return [{ ...atKey, what: `\`${key}\` is a whole section`, hint: `name a key of it: \`${key}.…\`` }]
  const named = NAMED.find((one) => one === section)
  const unknown = named === undefined ? [] : unknownName(section, name, Object.keys(config[named]), at)
  const other = before.find((one) => isWithin(one.path, path) || isWithin(path, one.path))
  const seen = new Set<string>()
  const repeated = values.findIndex((value) => seen.size === seen.add(JSON.stringify(value)).size)
  return [
    ...unknown,
    ...(other === undefined ? [] : [{ ...atKey, what: `\`${key}\` and \`${other.key}\` set the same thing` }]),
    ...(repeated < 0
      ? []
      : [{ path: [...at, repeated], part: 'value' as const, what: `\`${key}\` has the same value twice` }]),
  ]
}

function isWithin(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.every((part, index) => part === inner[index])
}

function notAList(key: string, path: readonly string[]): Finding {
  return { path, part: 'value', what: `\`${key}\` has no values to try`, expected: 'a list, such as `[0.3, 0.75]`' }
}

function unknownSection(key: string, section: string, path: readonly string[]): Finding {
  const near = nearest(section, SECTIONS)
  return {
    path,
    part: 'key',
    what: `\`${key}\` cannot be tried: only how documents are cut and found may vary`,
    expected: 'a key that begins with `chunking.`, `strategies.`, `embedders.`, `rerankers.` or `chats.`',
    ...(near !== undefined && near !== section && { hint: `did you mean \`${near}\`?` }),
  }
}

function unknownName(section: string, name: string, known: readonly string[], path: readonly string[]): Finding[] {
  if (known.includes(name)) return []
  const near = nearest(name, known)
  return [
    {
      path,
      part: 'key',
      what: `\`${section}\` has no \`${name}\``,
      ...(known.length > 0 && { expected: known.map((one) => `\`${one}\``).join(', ') }),
      ...(near !== undefined && { hint: `did you mean \`${near}\`?` }),
    },
  ]
}

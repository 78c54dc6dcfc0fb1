import type { Finding } from './explain-issue.ts'
import { nearest } from './nearest.ts'
import type { ModelRole, Registries } from './registries.ts'
import type { ConfigEntries } from './schema.ts'

/** Names in a config that point at nothing, and strategies that are made of themselves. */
export function checkReferences(entries: ConfigEntries, registries: Registries): Finding[] {
  const { strategies, primary, gate } = entries
  const names = Object.keys(strategies)
  const unknown = (name: string, path: PropertyKey[]) => unknownStrategy(name, names, path)
  const parts = new Map(names.map((name) => [name, partsOf(entries, name, registries)]))
  return [
    ...(primary === undefined ? [] : unknown(primary, ['primary'])),
    ...gate.flatMap((rule, index) =>
      (rule.strategies ?? []).flatMap((name, place) => unknown(name, ['gate', index, 'strategies', place])),
    ),
    ...[...parts].flatMap(([name, of]) => of.flatMap((part) => unknown(part, pathOfPart(entries, name, part)))),
    ...cycles(parts).map(cycleFinding),
    ...names.flatMap((name) => unknownModels(entries, name, registries)),
    ...renames(strategies),
  ]
}

function partsOf({ strategies }: ConfigEntries, name: string, registries: Registries): readonly string[] {
  const strategy = strategies[name]!
  return registries.strategies[strategy.type]!.parts(strategy.settings)
}

/** To the entry of a list `of:`, else to `of:` itself. */
function pathOfPart({ strategies }: ConfigEntries, name: string, part: string): PropertyKey[] {
  const { of } = strategies[name]!.settings as { readonly of?: unknown }
  const path = ['strategies', name, 'of']
  return Array.isArray(of) && of.includes(part) ? [...path, of.indexOf(part)] : path
}

function unknownStrategy(name: string, names: readonly string[], path: PropertyKey[]): Finding[] {
  if (names.includes(name)) return []
  const near = nearest(name, names)
  return [
    {
      path,
      part: 'value',
      what: `there is no strategy \`${name}\``,
      expected: names.map((known) => `\`${known}\``).join(', '),
      ...(near !== undefined && { hint: `did you mean \`${near}\`?` }),
    },
  ]
}

/** The section of the config that holds the models of a role. */
const SECTIONS = { embedder: 'embedders', reranker: 'rerankers', chat: 'chats' } as const

/** A model is an entry of its section, or a type that needs no settings. */
function unknownModels(entries: ConfigEntries, name: string, registries: Registries): Finding[] {
  const { type, settings } = entries.strategies[name]!
  const models = registries.strategies[type]!.models?.(settings) ?? {}
  return (Object.keys(models) as ModelRole[]).flatMap((role): Finding[] => {
    const model = models[role]
    const section = SECTIONS[role]
    const types = registries[section]
    const ready = Object.keys(types).filter((one) => types[one]!.schema.safeParse({}).success)
    const known = [...Object.keys(entries[section]), ...ready]
    if (model === undefined || known.includes(model)) return []
    const near = nearest(model, known)
    const hint = near === undefined ? `describe it under \`${section}:\`` : `did you mean \`${near}\`?`
    const what = `there is no ${role} \`${model}\``
    const expected = known.map((one) => `\`${one}\``).join(', ')
    return [{ path: ['strategies', name, role], part: 'value', what, ...(expected !== '' && { expected }), hint }]
  })
}

/** Each cycle once, beginning with the strategy that the config names first: `[a, b, a]`. */
function cycles(parts: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (name: string, trail: readonly string[]): void => {
    const start = trail.indexOf(name)
    if (start >= 0) found.push([...trail.slice(start), name])
    if (start >= 0 || done.has(name)) return
    for (const part of parts.get(name) ?? []) visit(part, [...trail, name])
    done.add(name)
  }
  for (const name of parts.keys()) visit(name, [])
  return found
}

function cycleFinding(cycle: readonly string[]): Finding {
  return {
    path: ['strategies', cycle[0]!, 'of'],
    part: 'value',
    what: `strategies may not be made of themselves: ${cycle.join(' -> ')}`,
  }
}

function renames(strategies: ConfigEntries['strategies']): Finding[] {
  const seen = new Map<string, string>()
  return Object.entries(strategies).flatMap(([name, { renamedFrom }]): Finding[] => {
    if (renamedFrom === undefined) return []
    const other = Object.hasOwn(strategies, renamedFrom) ? renamedFrom : seen.get(renamedFrom)
    seen.set(renamedFrom, name)
    if (other === undefined) return []
    const what =
      other === renamedFrom
        ? `\`${name}\` cannot be renamed from \`${renamedFrom}\`, which is still a strategy`
        : `\`${name}\` and \`${other}\` cannot both be renamed from \`${renamedFrom}\``
    return [{ path: ['strategies', name, 'renamedFrom'], part: 'value', what }]
  })
}

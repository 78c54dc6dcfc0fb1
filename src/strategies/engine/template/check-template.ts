import { nearest } from '../../../config/nearest.ts'
import { filters } from './filters.ts'
import { piecesOf, textsIn } from './template.ts'

export interface TemplateProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** What is wrong with the placeholders of a template: unknown names, unknown filters, secrets where none may be. */
export function templateProblems(template: unknown, allowed: readonly string[]): TemplateProblem[] {
  return [...textsIn(template)].flatMap(([text, path]) =>
    piecesOf(text).flatMap((piece) => {
      const message = typeof piece === 'string' ? undefined : problemOf(piece.name, piece.filter, allowed)
      return message === undefined ? [] : [{ path, message }]
    }),
  )
}

function problemOf(name: string, filter: string | undefined, allowed: readonly string[]): string | undefined {
  const isEnvironment = name.startsWith('env.')
  if (isEnvironment && !allowed.includes('env.NAME')) return `\`{{${name}}}\` may stand in headers only`
  if (isEnvironment && !/^env\.[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return `\`{{${name}}}\` names no environment variable`
  if (!isEnvironment && !allowed.includes(name)) return unknown('placeholder', `{{${name}}}`, allowed.map(inBraces))
  if (filter === undefined) return undefined
  if (!Object.hasOwn(filters, filter)) return unknown('filter', filter, Object.keys(filters))
  return name === 'query' ? undefined : `\`{{${name}|${filter}}}\`: only \`query\` is filtered`
}

function inBraces(name: string): string {
  return `{{${name}}}`
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`
  return `there is no ${what} \`${name}\` here: there are ${known.map((one) => `\`${one}\``).join(', ')}${hint}`
}

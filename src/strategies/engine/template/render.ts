import { filters } from './filters.ts'
import { type Piece, type Placeholder, piecesOf, type Values } from './template.ts'

/** A template of lists and mappings with its values in place: a placeholder that is all of a text keeps its type. */
export function renderValue(template: unknown, values: Values): unknown {
  if (typeof template === 'string') return renderText(template, values)
  if (Array.isArray(template)) return template.map((held) => renderValue(held, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([key, held]) => [key, renderValue(held, values)]))
}

function renderText(text: string, values: Values): unknown {
  const pieces = piecesOf(text)
  const [only] = pieces
  if (pieces.length === 1 && typeof only === 'object' && only.filter === undefined) return placed(only, values)
  return pieces.map((piece) => asText(piece, values)).join('')
}

/**
 * The same for a template that is the text of JSON: `"{{vector}}"` and `"{{k}}"` become a list and a number, quotes and
 * all; what stands inside of a string is escaped for it.
 */
export function renderJson(template: string, values: Values): string {
  const typed = template.replace(/"\{\{\s*(k|vector)\s*\}\}"/g, '{{$1}}')
  return piecesOf(typed)
    .map((piece) => {
      if (typeof piece === 'string') return piece
      const value = asText(piece, values)
      return piece.name === 'query' ? JSON.stringify(value).slice(1, -1) : value
    })
    .join('')
}

/** The same for an address: values are percent-encoded. */
export function renderUrl(template: string, values: Values): string {
  return piecesOf(template)
    .map((piece) => (typeof piece === 'string' ? piece : encodeURIComponent(asText(piece, values))))
    .join('')
}

/** The same for a header, whose placeholders are environment variables. */
export function renderHeader(template: string, secret: (variable: string) => string): string {
  return piecesOf(template)
    .map((piece) => (typeof piece === 'string' ? piece : secret(piece.name.slice('env.'.length))))
    .join('')
}

function asText(piece: Piece, values: Values): string {
  if (typeof piece === 'string') return piece
  const value = placed(piece, values)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return piece.filter === undefined ? text : filters[piece.filter]!(text)
}

function placed({ name }: Placeholder, values: Values): string | number | readonly number[] {
  const value = values[name as keyof Values]
  if (value === undefined) throw new Error(`the placeholder {{${name}}} has no value`)
  return value
}

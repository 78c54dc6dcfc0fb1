/** What a placeholder may stand for: `{{query}}`, `{{k}}`, `{{vector}}`, `{{env.NAME}}`. */
export interface Values {
  readonly query: string
  readonly k: number
  readonly vector?: readonly number[]
}

export type ValueName = keyof Values

export interface Placeholder {
  /** `query`, `k`, `vector`, or `env.NAME`. */
  readonly name: string
  readonly filter?: string
}

/** A text in its pieces: what stands there, and placeholders. */
export type Piece = string | Placeholder

const PLACEHOLDER = /\{\{\s*([^{}|]*?)\s*(?:\|\s*([^{}]*?)\s*)?\}\}/g

/** The pieces of a text with placeholders, in order; none of them is an empty text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) pieces.push(text.slice(end, match.index))
    const [whole, name = '', filter] = match
    pieces.push({ name, ...(filter === undefined ? {} : { filter }) })
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** Every text in a value of lists and mappings, with the way to it; keys are no templates. */
export function* textsIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
): Generator<[string, readonly PropertyKey[]]> {
  if (typeof value === 'string') yield [value, path]
  else if (Array.isArray(value)) for (const [index, held] of value.entries()) yield* textsIn(held, [...path, index])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, held] of Object.entries(value)) yield* textsIn(held, [...path, key])
  }
}

/** Whether a template asks for this value anywhere. */
export function uses(template: unknown, name: ValueName): boolean {
  return [...textsIn(template)]
    .flatMap(([text]) => piecesOf(text))
    .some((piece) => typeof piece !== 'string' && piece.name === name)
}

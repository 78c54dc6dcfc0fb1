import { UserError } from '../errors.ts'
import { type ByteSource, readText } from './byte-source.ts'

type OnEntry = (query: string, document: string, value: number) => void

/** True where the first character is `{`. */
export function looksLikeJson(source: ByteSource): boolean {
  for (const chunk of source.chunks()) {
    const text = new TextDecoder().decode(chunk.subarray(0, 4096)).trimStart()
    if (text !== '') return text.startsWith('{')
  }
  return false
}

/** Reads `{"query": {"document": number}}`; `onQuery` comes before a query's entries. Throws a `UserError` for all else. */
export function readNumberTables(source: ByteSource, onEntry: OnEntry, onQuery?: (query: string) => void): void {
  const { path } = source
  for (const [query, documents] of entries(path, parse(source), 'an object of queries')) {
    onQuery?.(query)
    for (const [document, value] of entries(path, documents, `an object of documents for query "${query}"`)) {
      if (typeof value !== 'number') throw mismatch(path, `a number for "${document}" of query "${query}"`, value)
      onEntry(query, document, value)
    }
  }
}

function parse(source: ByteSource): unknown {
  const text = readText(source)
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const line = text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
    throw new UserError({ where: `${source.path}:${line}`, what: 'Not valid JSON' })
  }
}

function entries(path: string, value: unknown, expected: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw mismatch(path, expected, value)
  return Object.entries(value)
}

function mismatch(path: string, expected: string, found: unknown): UserError {
  return new UserError({
    where: path,
    what: 'Unexpected JSON',
    expected,
    found: JSON.stringify(found)?.slice(0, 80) ?? '',
  })
}

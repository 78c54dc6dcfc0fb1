/** Names under which retrievers usually return things, the likeliest first. */
const LISTS = ['hits', 'results', 'result', 'documents', 'chunks', 'matches', 'items', 'nodes', 'data']

export const OBVIOUS = {
  id: ['id', '_id', 'chunk_id', 'chunkId'],
  path: ['path', 'file', 'file_path', 'filePath', 'filename', 'source'],
  startLine: ['startLine', 'start_line'],
  endLine: ['endLine', 'end_line'],
  document: ['document', 'document_id', 'documentId', 'doc_id', 'docid'],
  score: ['score', '_score', 'similarity', 'relevance'],
  text: ['text', 'content', 'page_content', 'snippet', 'body'],
} as const

export type FieldName = keyof typeof OBVIOUS

/** The list in an answer that has one in an obvious place: the answer itself, or under a usual name, also one level down. */
export function obviousList(answer: unknown, deeper = true): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  if (!isObject(answer)) return undefined
  for (const name of LISTS) {
    const held = answer[name]
    if (Array.isArray(held)) return held
    const inner = deeper && isObject(held) ? obviousList(held, false) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

/** A field of a hit under one of its usual names, in the hit itself or in its metadata; undefined where it has none. */
export function obviousField(hit: unknown, name: FieldName): unknown {
  if (!isObject(hit)) return undefined
  const { metadata } = hit
  return fieldOf(hit, name) ?? (isObject(metadata) ? fieldOf(metadata, name) : undefined)
}

function fieldOf(holder: Readonly<Record<string, unknown>>, name: FieldName): unknown {
  for (const one of OBVIOUS[name]) if (isGiven(holder[one], name)) return holder[one]
  if (name !== 'startLine' && name !== 'endLine') return undefined
  const { lines } = holder
  if (!Array.isArray(lines) || lines.length !== 2) return undefined
  return lines[name === 'startLine' ? 0 : 1]
}

/** Under `document`, `text` and the like some have a whole object, which is not what is meant. */
function isGiven(value: unknown, name: FieldName): boolean {
  if (value === undefined || value === null) return false
  return typeof value !== 'object' || name === 'score'
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

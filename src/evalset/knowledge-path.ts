/** A path inside the knowledge base in its one spelling, or why it is none. */
export type KnowledgePath = { readonly path: string } | { readonly problem: string }

/** Backslashes become `/`; `./`, `//` and `a/../` are resolved. Absolute paths and ones that climb out are refused. */
export function knowledgePath(written: string): KnowledgePath {
  const slashed = written.replaceAll('\\', '/')
  if (/^(?:\/|[A-Za-z]:)/.test(slashed)) return { problem: `the path "${written}" is absolute` }
  const parts: string[] = []
  for (const part of slashed.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return { problem: `the path "${written}" climbs out of the knowledge base` }
  }
  if (parts.length === 0) return { problem: `the path "${written}" names no file` }
  return { path: parts.join('/') }
}

/** Whether an entry stands for a family of files. */
export function isGlob(path: string): boolean {
  return /[*?[]/.test(path)
}

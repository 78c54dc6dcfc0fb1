import { posix } from 'node:path'
import type { Definitions } from './code-edges.ts'
import type { Edge } from './edge.ts'
import type { PathIndex } from './path-index.ts'
import type { Source } from './source.ts'

/** A Markdown or HTML link's target, without what follows `#`. */
const LINK = /(?:\]\(\s*<?|href="|\]:\s+<?)([^)\s"#>]+)/g
/** Something with a slash and an ending, or a file's name with one. */
const PATH = /(?<![\w@./-])(?:[\w@.-]{1,100}\/){0,20}[\w@-][\w@.-]{0,100}\.[a-z]{1,4}\b/gi
/** Without it a line holds no path; looked for first, as it takes a fraction of the time. */
const ENDING = /\.[a-z]{1,4}\b/i
const INLINE_CODE = /`([^`\n]+)`/g
/** A name of several words: a single word may well be meant as one. */
const NAME = /\b[A-Za-z]{1,100}(?:_[A-Za-z0-9]{1,100}|(?<=[a-z0-9])[A-Z][A-Za-z0-9]{0,100})+/g
const MOST_DEFINITIONS = 3

/** Links, paths that a text names, and symbols that it names as code. */
export function mentionEdges(
  sources: readonly Source[],
  definitions: Definitions,
  paths: PathIndex,
  firstChunk: ReadonlyMap<string, number>,
  isCode: (path: string) => boolean,
): Edge[] {
  return sources.flatMap((source) =>
    source.text.split('\n').flatMap((text, index): Edge[] => {
      const from = source.chunkAt(index + 1)
      if (from === undefined) return []
      const files = [
        ...matches(LINK, text, (target) => linked(source.path, target, paths), 'links' as const),
        ...(ENDING.test(text)
          ? matches(PATH, text, (target) => named(source.path, target, paths), 'mentions' as const)
          : []),
      ]
      const toFiles = files.flatMap(({ path, kind }) => {
        const to = firstChunk.get(path)
        return to === undefined || path === source.path ? [] : [{ from, to, kind, label: path, certainty: 1 }]
      })
      return isCode(source.path) ? toFiles : [...toFiles, ...symbolEdges(text, from, definitions)]
    }),
  )
}

function matches<K>(pattern: RegExp, text: string, find: (target: string) => string | undefined, kind: K) {
  return [...text.matchAll(pattern)].flatMap(([whole, group]) => {
    const path = find(group ?? whole)
    return path === undefined ? [] : [{ path, kind }]
  })
}

function linked(from: string, target: string, paths: PathIndex): string | undefined {
  return /^[a-z]+:/i.test(target) ? undefined : paths.relative(from, target)
}

function named(from: string, target: string, paths: PathIndex): string | undefined {
  const relative = paths.relative(from, target)
  if (relative !== undefined) return posix.extname(relative) === posix.extname(target) ? relative : undefined
  const found = paths.named(target.replace(/\.[a-z]{1,4}$/i, '')).filter((path) => path.endsWith(target))
  return found.length === 1 ? found[0] : undefined
}

function symbolEdges(text: string, from: number, definitions: Definitions): Edge[] {
  const names = [...text.matchAll(INLINE_CODE)].flatMap(([, code]) => code!.match(NAME) ?? [])
  return names.flatMap((name) => {
    const meant = definitions.get(name) ?? []
    if (meant.length > MOST_DEFINITIONS) return []
    return meant.map(({ chunk }) => ({
      from,
      to: chunk,
      kind: 'mentions' as const,
      label: name,
      certainty: 1 / meant.length,
    }))
  })
}

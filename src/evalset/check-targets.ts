import type { Document, EvalSet, Query, Target } from '../model.ts'
import { targetText } from './judgments.ts'
import { matchesAny } from './matches-any.ts'
import { NearestPath } from './nearest-path.ts'

/** More than these are counted: a wrong root folder makes every target a mistake. */
const LISTED = 50

/**
 * What the eval set expects and the knowledge base does not have: a path, a line, any file of a glob, an id. One sentence
 * each, with `file:line` and the nearest path. Cost: linear in documents, plus one pass over file names for each mistake.
 */
export function checkTargets(evalSet: EvalSet, documents: readonly Document[]): string[] {
  const base = new KnowledgeBase(documents)
  const warnings: string[] = []
  let more = 0
  for (const query of evalSet.queries)
    for (const { target } of query.judgments) {
      const listed = warnings.length < LISTED
      const missing = base.missing(target, listed)
      if (missing === undefined) continue
      if (listed) warnings.push(`${where(evalSet, query)}: query ${JSON.stringify(query.id)} expects ${missing}`)
      else more++
    }
  if (more > 0) warnings.push(`${evalSet.path}: ${more} more targets are not in the knowledge base`)
  return warnings
}

function where(evalSet: EvalSet, query: Query): string {
  return query.line === undefined ? evalSet.path : `${evalSet.path}:${query.line}`
}

/** The documents as targets see them. */
class KnowledgeBase {
  readonly #files = new Map<string, Document>()
  readonly #ids = new Set<string>()
  readonly #globs = new Map<string, boolean>()
  #nearestPath: NearestPath | undefined

  constructor(documents: readonly Document[]) {
    for (const document of documents) {
      this.#ids.add(document.id)
      if (document.path !== undefined) this.#files.set(document.path, document)
    }
  }

  /** What is missing, with a hint if one is wanted; `undefined` where the target is there. */
  missing(target: Target, hinted: boolean): string | undefined {
    switch (target.kind) {
      case 'id':
        return this.#hasId(target.id) ? undefined : this.#notThere(`document "${target.id}"`, target.id, hinted)
      case 'file':
        return this.#files.has(target.path) ? undefined : this.#notThere(`"${target.path}"`, target.path, hinted)
      case 'glob':
        return this.#hasGlob(target.pattern)
          ? undefined
          : `"${target.pattern}", which matches no file${this.#literal(target.pattern)}`
      case 'lines':
        return this.#missingLines(target, hinted)
    }
  }

  /** An id may also be a chunk's: `docs/a.md:10-25`. */
  #hasId(id: string): boolean {
    return this.#ids.has(id) || this.#ids.has(id.replace(/:\d+-\d+(?:#\d+)?$/, ''))
  }

  #missingLines(target: Extract<Target, { kind: 'lines' }>, hinted: boolean): string | undefined {
    const document = this.#files.get(target.path)
    if (document === undefined) return this.#notThere(`"${targetText(target)}"`, target.path, hinted)
    const lines = countLines(document.text)
    if (target.endLine <= lines) return undefined
    return `"${targetText(target)}", but this file ends at line ${lines}`
  }

  #hasGlob(pattern: string): boolean {
    const known = this.#globs.get(pattern)
    if (known !== undefined) return known
    const found = matchesAny(pattern, this.#files.keys())
    this.#globs.set(pattern, found)
    return found
  }

  /** A file whose name looks like a pattern: `app/[slug]/page.tsx`. */
  #literal(pattern: string): string {
    if (!this.#files.has(pattern)) return ''
    return `; for the file of that name write "${pattern.replaceAll(/[*?[]/g, '[$&]')}"`
  }

  #notThere(what: string, name: string, hinted: boolean): string {
    const missing = `${what}, which is not in the knowledge base`
    if (!hinted) return missing
    if (this.#isFolder(name)) return `${missing}; it is a folder: write "${name}/**" for any file in it`
    this.#nearestPath ??= new NearestPath(this.#ids)
    const near = this.#nearestPath.find(name)
    return near === undefined ? missing : `${missing}; nearest: "${near}"`
  }

  #isFolder(name: string): boolean {
    for (const path of this.#files.keys()) if (path.startsWith(`${name}/`)) return true
    return false
  }
}

/** A line end at the end of the file begins no further line. */
function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

import { posix } from 'node:path'

/** More files than this of one name say nothing about which is meant. */
const MOST = 3

/** Of a name, only so many parts are looked at. */
const LONGEST = 12

/** Finds the documents that a path in a text, or an import, means. */
export class PathIndex {
  readonly #paths: ReadonlySet<string>
  /** A path without its ending, or a tail of one -> the documents. */
  readonly #tails = new Map<string, string[]>()

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths)
    for (const path of paths) {
      const segments = stem(path).split('/')
      for (let from = 0; from < segments.length; from++) this.#add(segments.slice(from).join('/'), path)
    }
  }

  /** The document at a path relative to another one, or to the root; endings may be missing or those of a build. */
  relative(from: string, path: string): string | undefined {
    const joined = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
    for (const candidate of [joined, posix.normalize(path)]) {
      if (this.#paths.has(candidate)) return candidate
      const found = this.#tails.get(stem(candidate))?.find((each) => stem(each) === stem(candidate))
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * The documents that a dotted, slashed or `::` name means: those that `fits` takes and whose path ends with the longest
   * stretch of it. The beginning may be a module's name, the end that of a symbol.
   */
  named(name: string, fits: (path: string) => boolean = () => true): readonly string[] {
    const segments = name.split(/[./\\:{}\s,;*]+/, LONGEST).filter((segment) => segment !== '')
    for (let length = segments.length; length > 0; length--) {
      for (let from = segments.length - length; from >= 0; from--) {
        const found = this.#tails.get(segments.slice(from, from + length).join('/'))?.filter(fits) ?? []
        if (found.length > 0 && found.length <= MOST) return found
      }
    }
    return []
  }

  #add(tail: string, path: string): void {
    const known = this.#tails.get(tail)
    if (known === undefined) this.#tails.set(tail, [path])
    else known.push(path)
  }
}

/** A path without its ending; what stands for its folder has the folder's. */
function stem(path: string): string {
  return path.replace(/\.[a-z]{1,4}$/i, '').replace(/\/(?:index|__init__|mod)$/, '')
}

import { knowledgePath } from '../../evalset/knowledge-path.ts'
import type { Document } from '../../model.ts'
import type { RawHit } from './engine.ts'
import type { Mapping } from './mapping-file.ts'

/** Where a hit is in the knowledge base. */
export interface Place {
  readonly document: Document
  readonly startLine?: number
  readonly endLine?: number
}

/** Finds the places of hits: by path, by a document's id, by a mapping, or by an id such as `docs/a.md:3-9`. */
export class Places {
  readonly #documents: ReadonlyMap<string, Document>
  readonly #mapping: Mapping
  readonly #prefix: string
  readonly #folders: readonly string[]

  /** @param folders where the knowledge base is on this machine: absolute paths below them are known too */
  constructor(documents: readonly Document[], mapping: Mapping, stripPrefix = '', folders: readonly string[] = []) {
    this.#documents = new Map(documents.map((document) => [document.id, document]))
    this.#mapping = mapping
    this.#prefix = slashed(stripPrefix)
    this.#folders = folders.map((folder) => `${slashed(folder).replace(/\/+$/, '')}/`)
  }

  /** Undefined for what is not in the knowledge base. */
  of({ id, path, document, startLine, endLine }: RawHit): Place | undefined {
    const known = this.#document(path) ?? this.#document(document)
    if (known !== undefined) return placeIn(known, startLine, endLine)
    if (id === undefined) return undefined
    const mapped = this.#mapping.get(id)
    if (mapped !== undefined) {
      const file = this.#documents.get(mapped.path)
      return file && { ...placeIn(file, startLine, endLine), ...mapped, document: file }
    }
    const whole = this.#document(id)
    return whole === undefined ? this.#piece(id) : placeIn(whole, startLine, endLine)
  }

  #document(name: string | undefined): Document | undefined {
    if (name === undefined) return undefined
    const exact = this.#documents.get(name)
    if (exact !== undefined) return exact
    const path = knowledgePath(this.#stripped(slashed(name)))
    return 'path' in path ? this.#documents.get(path.path) : undefined
  }

  #stripped(name: string): string {
    if (this.#prefix !== '' && name.startsWith(this.#prefix)) return name.slice(this.#prefix.length).replace(/^\/+/, '')
    const folder = this.#folders.find((one) => name.startsWith(one))
    return folder === undefined ? name : name.slice(folder.length).replace(/^\/+/, '')
  }

  /** What could be meant by a name that is not in the knowledge base, as a sentence; undefined where nothing is alike. */
  advice(name: string): string | undefined {
    const whole = slashed(name)
    for (let at = whole.indexOf('/'); at >= 0; at = whole.indexOf('/', at + 1)) {
      const rest = whole.slice(at + 1)
      if (this.#documents.has(rest)) return `${rest} is there: \`hits.stripPrefix: ${whole.slice(0, at + 1)}\``
    }
    const ends = [...this.#documents.keys()].filter((id) => id.endsWith(`/${whole}`))
    if (ends.length !== 1) return undefined
    const before = ends[0]!.slice(0, -whole.length)
    return `${ends[0]} is there: \`hits.path: "join('', ['${before}', path])"\`, where \`path\` is the field of yours`
  }

  /** `docs/a.md:3-9`, as the chunks of this program are called, and `docs/a.md#L3-L9`. */
  #piece(id: string): Place | undefined {
    const [, name, first, last = first] = /^(.+?)(?::|#L)(\d+)(?:-L?(\d+))?$/.exec(id) ?? []
    const document = this.#document(name)
    if (document === undefined) return undefined
    const [startLine, endLine] = [Number(first), Number(last)]
    return startLine >= 1 && startLine <= endLine ? { document, startLine, endLine } : undefined
  }
}

function placeIn(document: Document, startLine: number | undefined, endLine = startLine): Place {
  return startLine === undefined || endLine === undefined ? { document } : { document, startLine, endLine }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

import { z } from 'zod'
import type { Chunk } from '../../model.ts'
import { floatRow } from '../loading/piece-vectors.ts'
import type { Draft, Piece } from '../loading/shelf.ts'
import { type ChromaApi, type Collection, OWN_BYTES, parsed } from './chroma-api.ts'

const records = z.object({
  ids: z.array(z.string()),
  embeddings: z.array(z.array(z.number())),
  documents: z.array(z.string().nullable()),
  metadatas: z.array(z.record(z.string(), z.unknown()).nullable()),
})

interface DraftOptions {
  readonly api: ChromaApi
  /** Of the collection that is written to. */
  readonly id: string
  readonly signal: AbortSignal
  /** Keeps others from removing a holding. */
  reserve(name: string): Promise<void>
}

/** A collection that is being written. */
export class ChromaDraft implements Draft {
  readonly #api: ChromaApi
  readonly #id: string
  readonly #signal: AbortSignal
  readonly #reserve: DraftOptions['reserve']
  #source: Promise<Collection | undefined> | undefined

  constructor({ api, id, signal, reserve }: DraftOptions) {
    this.#api = api
    this.#id = id
    this.#signal = signal
    this.#reserve = reserve
  }

  async copy(from: string, pieces: readonly Piece[]): Promise<ReadonlySet<string>> {
    this.#source ??= this.#reserved(from)
    const source = await this.#source
    if (source === undefined) return new Set()
    const wanted = { ids: pieces.map(({ key }) => key), include: ['embeddings', 'documents', 'metadatas'] }
    const path = `collections/${source.id}/get`
    const found = parsed(records, await this.#api.call('POST', path, wanted, this.#signal, OWN_BYTES))
    if (found.ids.length > 0) await this.#add(found)
    return new Set(found.ids)
  }

  async add(pieces: readonly Piece[], vectors: Parameters<Draft['add']>[1]): Promise<void> {
    await this.#add({
      ids: pieces.map(({ key }) => key),
      embeddings: pieces.map((_, row) => Array.from(floatRow(vectors!, row))),
      documents: pieces.map(({ chunk }) => chunk.text),
      metadatas: pieces.map(({ chunk }) => metadataOf(chunk)),
    })
  }

  /** Undefined where another run has removed it just now. */
  async #reserved(name: string): Promise<Collection | undefined> {
    await this.#reserve(name)
    return (await this.#api.collections(this.#signal)).find((one) => one.name === name)
  }

  async #add(body: z.output<typeof records>): Promise<void> {
    await this.#api.call('POST', `collections/${this.#id}/add`, body, this.#signal)
  }
}

function metadataOf({ id, document, path, startLine, endLine }: Chunk) {
  return { id, document, ...(path === undefined ? {} : { path }), start_line: startLine, end_line: endLine }
}

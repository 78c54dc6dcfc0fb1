import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Chunk } from '../../model.ts'
import { floatRow } from '../loading/piece-vectors.ts'
import type { Draft, Holding, Piece, Shelf } from '../loading/shelf.ts'
import { type ChromaApi, type Collection, parsed } from './chroma-api.ts'
import type { ChromaIndex } from './settings.ts'

/** So many uses of holdings later, the run that was writing a draft is not running any more. */
const DEAD_AFTER = 50

const records = z.object({
  ids: z.array(z.string()),
  embeddings: z.array(z.array(z.number())),
  documents: z.array(z.string().nullable()),
  metadatas: z.array(z.record(z.string(), z.unknown()).nullable()),
})

/** Holdings as collections of Chroma: written under a name of their own, and renamed when they are whole. */
export class ChromaShelf implements Shelf {
  readonly #api: ChromaApi
  readonly #index: ChromaIndex

  constructor(api: ChromaApi, index: ChromaIndex) {
    this.#api = api
    this.#index = index
  }

  async list(signal: AbortSignal): Promise<Holding[]> {
    const whole = (await this.#own(signal)).filter((one) => !this.#isDraft(one))
    const sorted = whole.sort((a, b) => usedOf(b) - usedOf(a) || (a.name < b.name ? -1 : 1))
    return sorted.map(({ name, metadata }) => ({ name, recipe: String(metadata?.recipe) }))
  }

  async use(name: string, signal: AbortSignal): Promise<void> {
    const own = await this.#own(signal)
    const one = own.find((candidate) => candidate.name === name)
    if (one === undefined) return
    await this.#api.call('PUT', `collections/${one.id}`, { new_metadata: { ...one.metadata, used: next(own) } }, signal)
  }

  async write({ name, recipe }: Holding, fill: (draft: Draft) => Promise<void>, signal: AbortSignal): Promise<void> {
    const own = await this.#own(signal)
    for (const one of own)
      if (this.#isDraft(one) && usedOf(one) + DEAD_AFTER < next(own)) await this.#delete(one, signal)
    const { maxNeighbors: max_neighbors, efConstruction: ef_construction, efSearch: ef_search } = this.#index.hnsw
    const configuration = { hnsw: { space: 'ip', max_neighbors, ef_construction, ef_search } }
    const metadata = { recipe, used: next(own) }
    const draft = await this.#api.create(
      { name: `${this.#draftPrefix}${randomUUID()}`, configuration, metadata },
      signal,
    )
    try {
      await fill(new ChromaDraft(this.#api, draft.id, signal))
      const whole = { new_name: name, new_metadata: { ...metadata, used: next(await this.#own(signal)) } }
      await this.#api.call('PUT', `collections/${draft.id}`, whole, signal)
    } catch (error) {
      await this.#delete(draft, AbortSignal.timeout(10_000)).catch(() => {})
      // Another run may have written the same in the meantime.
      if (!signal.aborted && (await this.list(signal)).some((one) => one.name === name)) return
      throw error
    }
  }

  async remove(name: string, signal: AbortSignal): Promise<void> {
    await this.#api.call('DELETE', `collections/${encodeURIComponent(name)}`, undefined, signal)
  }

  get #draftPrefix(): string {
    return `${this.#index.name}_draft_`
  }

  #isDraft({ name }: Collection): boolean {
    return name.startsWith(this.#draftPrefix)
  }

  async #own(signal: AbortSignal): Promise<Collection[]> {
    const all = await this.#api.collections(signal)
    return all.filter(({ name, metadata }) => name.startsWith(`${this.#index.name}_`) && metadata?.recipe !== undefined)
  }

  async #delete({ name }: Collection, signal: AbortSignal): Promise<void> {
    await this.remove(name, signal)
  }
}

/** Uses are counted, not timed. */
function usedOf({ metadata }: Collection): number {
  return typeof metadata?.used === 'number' ? metadata.used : 0
}

function next(collections: readonly Collection[]): number {
  return 1 + collections.reduce((most, one) => Math.max(most, usedOf(one)), 0)
}

class ChromaDraft implements Draft {
  readonly #api: ChromaApi
  readonly #id: string
  readonly #signal: AbortSignal

  constructor(api: ChromaApi, id: string, signal: AbortSignal) {
    this.#api = api
    this.#id = id
    this.#signal = signal
  }

  async copy(from: string, pieces: readonly Piece[]): Promise<ReadonlySet<string>> {
    const { id } = await this.#api.collection(from, this.#signal)
    const wanted = { ids: pieces.map(({ key }) => key), include: ['embeddings', 'documents', 'metadatas'] }
    const found = parsed(records, await this.#api.call('POST', `collections/${id}/get`, wanted, this.#signal))
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

  async #add(body: z.output<typeof records>): Promise<void> {
    await this.#api.call('POST', `collections/${this.#id}/add`, body, this.#signal)
  }
}

function metadataOf({ id, document, path, startLine, endLine }: Chunk) {
  return { id, document, ...(path === undefined ? {} : { path }), start_line: startLine, end_line: endLine }
}

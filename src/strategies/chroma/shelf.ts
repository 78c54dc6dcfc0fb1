import { LAPSES_AFTER, Leases } from '../loading/leases.ts'
import type { Draft, Held, Holding, Shelf } from '../loading/shelf.ts'
import type { ChromaApi, Collection } from './chroma-api.ts'
import { ChromaDraft } from './draft.ts'
import { ChromaLeases, secondsIn } from './leases.ts'
import type { ChromaIndex } from './settings.ts'

/**
 * Holdings as collections of Chroma: written under a name of their own, and renamed when they are whole; removed by way of
 * another name. Chroma has no locks, so who uses one has a lease.
 */
export class ChromaShelf implements Shelf {
  readonly #api: ChromaApi
  readonly #index: ChromaIndex
  readonly #leases: Leases

  constructor(api: ChromaApi, index: ChromaIndex) {
    this.#api = api
    this.#index = index
    this.#leases = new Leases(new ChromaLeases(api, index.name))
  }

  async reserve(name: string, signal: AbortSignal): Promise<void> {
    await this.#leases.take(name, signal)
  }

  release(): Promise<void> {
    return this.#leases.release()
  }

  async list(signal: AbortSignal): Promise<Held[]> {
    const now = await this.#api.clock(signal)
    const leased = new Set((await this.#leases.live(signal)).map(({ state }) => state))
    const whole = (await this.#api.collections(signal)).filter(({ name }) => this.#isState(name))
    const held = whole.map((one) => heldOf(one, now, leased))
    return held.sort((a, b) => a.idle - b.idle || (a.name < b.name ? -1 : 1))
  }

  async use(name: string, signal: AbortSignal): Promise<boolean> {
    const one = await this.#find(name, signal)
    if (one === undefined) return false
    const used = await this.#api.clock(signal)
    await this.#api.call('PUT', `collections/${one.id}`, { new_metadata: { ...one.metadata, used } }, signal)
    return true
  }

  async write(holding: Holding, fill: (draft: Draft) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { name, ...known } = holding
    const lease = await this.#leases.take(name, signal)
    const { maxNeighbors: max_neighbors, efConstruction: ef_construction, efSearch: ef_search } = this.#index.hnsw
    const configuration = { hnsw: { space: 'ip', max_neighbors, ef_construction, ef_search } }
    const draft = await this.#api.create({ name: `${this.#draftPrefix}${lease}`, configuration }, signal)
    const reserve = (from: string) => this.reserve(from, signal)
    try {
      await fill(new ChromaDraft({ api: this.#api, id: draft.id, reserve, signal }))
      const whole = { new_name: name, new_metadata: { ...known, used: await this.#api.clock(signal) } }
      await this.#api.call('PUT', `collections/${draft.id}`, whole, signal)
    } catch (error) {
      await this.#delete(draft.name, AbortSignal.timeout(10_000)).catch(() => {})
      // Another run may have written the same in the meantime.
      if (!signal.aborted && (await this.#find(name, signal)) !== undefined) return
      throw error
    }
  }

  /** Nobody finds it under the other name, so no further run begins to use it while leases are looked for once more. */
  async remove(name: string, signal: AbortSignal): Promise<boolean> {
    if (await this.#leases.holds(name, signal)) return false
    const one = await this.#find(name, signal)
    if (one === undefined) return true
    const gone = `${this.#gonePrefix}${one.id.replaceAll('-', '')}`
    const metadata = { ...one.metadata, used: await this.#api.clock(signal) }
    await this.#rename(one.id, gone, signal, { new_metadata: metadata })
    const back = await this.#leases.holds(name, signal)
    // Who came in between may have written the same anew; else it has to come back.
    if (back && (await this.#find(name, signal)) === undefined) {
      await this.#rename(one.id, name, signal)
      return false
    }
    await this.#delete(gone, signal)
    return !back
  }

  /** A draft goes with the lease that it is called after. What is on its way out stays as long as it may come back. */
  async sweep(signal: AbortSignal): Promise<void> {
    await this.#leases.sweep(signal)
    const running = new Set((await this.#leases.live(signal)).map(({ id }) => `${this.#draftPrefix}${id}`))
    const now = await this.#api.clock(signal)
    for (const { name, metadata } of await this.#api.collections(signal)) {
      const isDead = name.startsWith(this.#draftPrefix) && !running.has(name)
      const isGone = name.startsWith(this.#gonePrefix) && now - secondsIn(metadata, 'used') > LAPSES_AFTER
      if (isDead || isGone) await this.#delete(name, signal)
    }
  }

  get #draftPrefix(): string {
    return `${this.#index.name}_draft_`
  }

  get #gonePrefix(): string {
    return `${this.#index.name}_gone_`
  }

  #isState(name: string): boolean {
    return name.startsWith(`${this.#index.name}_`) && /^[0-9a-f]{24}$/.test(name.slice(this.#index.name.length + 1))
  }

  async #find(name: string, signal: AbortSignal): Promise<Collection | undefined> {
    return (await this.#api.collections(signal)).find((one) => one.name === name)
  }

  async #rename(id: string, name: string, signal: AbortSignal, more: object = {}): Promise<void> {
    await this.#api.call('PUT', `collections/${id}`, { new_name: name, ...more }, signal)
  }

  async #delete(name: string, signal: AbortSignal): Promise<void> {
    await this.#api.delete(name, signal)
  }
}

function heldOf({ name, metadata }: Collection, now: number, leased: ReadonlySet<string>): Held {
  const text = (key: string) => String(metadata?.[key] ?? '')
  return {
    ...{ name, recipe: text('recipe'), kind: text('kind'), corpus: text('corpus'), embedder: text('embedder') },
    pieces: secondsIn(metadata, 'pieces'),
    idle: Math.max(0, now - secondsIn(metadata, 'used')),
    inUse: leased.has(name),
  }
}

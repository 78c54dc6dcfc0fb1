import type { Lease, LeaseStore } from '../loading/leases.ts'
import type { ChromaApi, Collection } from './chroma-api.ts'

/** Leases as empty collections of Chroma, each of which has one run's alone in its metadata. */
export class ChromaLeases implements LeaseStore {
  readonly #api: ChromaApi
  readonly #prefix: string

  constructor(api: ChromaApi, name: string) {
    this.#api = api
    this.#prefix = `${name}_lease_`
  }

  async add(id: string, state: string, signal: AbortSignal): Promise<void> {
    const metadata = { state, renewed: await this.#api.clock(signal) }
    await this.#api.create({ name: `${this.#prefix}${id}`, metadata }, signal)
  }

  async renew(id: string, signal: AbortSignal): Promise<void> {
    const one = await this.#api.collection(`${this.#prefix}${id}`, signal)
    const new_metadata = { ...one.metadata, renewed: await this.#api.clock(signal) }
    await this.#api.call('PUT', `collections/${one.id}`, { new_metadata }, signal)
  }

  async drop(id: string, signal: AbortSignal): Promise<void> {
    await this.#api.delete(`${this.#prefix}${id}`, signal)
  }

  async list(signal: AbortSignal): Promise<Lease[]> {
    const now = await this.#api.clock(signal)
    const own = (await this.#api.collections(signal)).filter(({ name }) => name.startsWith(this.#prefix))
    return own.map(({ name, metadata }) => ({
      id: name.slice(this.#prefix.length),
      state: String(metadata?.state),
      idle: now - secondsIn(metadata, 'renewed'),
    }))
  }
}

/** A number in a collection's metadata; 0 where it has none. */
export function secondsIn(metadata: Collection['metadata'], key: string): number {
  const value = metadata?.[key]
  return typeof value === 'number' ? value : 0
}

import { randomUUID } from 'node:crypto'

/** That a run uses a state. */
export interface Lease {
  readonly id: string
  /** Name of the state. */
  readonly state: string
  /** Seconds since it was taken or renewed, by the engine's clock. */
  readonly idle: number
}

/** Where an engine without locks keeps leases: each by itself, so that no run writes over another's. */
export interface LeaseStore {
  add(id: string, state: string, signal: AbortSignal): Promise<void>
  renew(id: string, signal: AbortSignal): Promise<void>
  drop(id: string, signal: AbortSignal): Promise<void>
  list(signal: AbortSignal): Promise<readonly Lease[]>
}

/** Seconds. A run that was killed, or sleeps, uses nothing any more after that time. */
export const LAPSES_AFTER = 30 * 60
/** Seconds: several renewals may fail before a lease lapses. */
const RENEWED_EVERY = 5 * 60
/** Milliseconds that giving back may take, also at the end of a run that was told to stop. */
const GIVING_BACK = 10_000

/**
 * Keeps other runs from removing the states that this one uses, in an engine that has no locks. Who uses a state takes a
 * lease first and looks for the state then; who removes one takes it off the list first and looks for leases then.
 */
export class Leases {
  readonly #store: LeaseStore
  /** State -> the id of its lease, once it is taken. */
  readonly #own = new Map<string, Promise<string>>()
  #timer: NodeJS.Timeout | undefined

  constructor(store: LeaseStore) {
    this.#store = store
  }

  /** The id of this run's lease of a state. */
  async take(state: string, signal: AbortSignal): Promise<string> {
    const known = this.#own.get(state)
    if (known !== undefined) return known
    const taking = this.#add(state, signal)
    this.#own.set(state, taking)
    taking.catch(() => this.#own.delete(state))
    return taking
  }

  async #add(state: string, signal: AbortSignal): Promise<string> {
    const id = randomUUID().replaceAll('-', '')
    try {
      await this.#store.add(id, state, signal)
    } catch (error) {
      // It may be there all the same.
      await this.#drop(id).catch(() => {})
      throw error
    }
    this.#timer ??= setInterval(() => void this.#renew(), 1000 * RENEWED_EVERY).unref()
    return id
  }

  /** Those that count, of all runs. */
  async live(signal: AbortSignal): Promise<readonly Lease[]> {
    return (await this.#store.list(signal)).filter(({ idle }) => idle < LAPSES_AFTER)
  }

  /** Whether any run uses a state. */
  async holds(state: string, signal: AbortSignal): Promise<boolean> {
    return (await this.live(signal)).some((lease) => lease.state === state)
  }

  /** Removes those that count no more. */
  async sweep(signal: AbortSignal): Promise<void> {
    const lapsed = (await this.#store.list(signal)).filter(({ idle }) => idle >= LAPSES_AFTER)
    for (const { id } of lapsed) await this.#store.drop(id, signal)
  }

  /** Gives back this run's own. What cannot be given back lapses. */
  async release(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    const taken = [...this.#own.values()]
    this.#own.clear()
    await Promise.allSettled(taken.map(async (id) => this.#drop(await id)))
  }

  #drop(id: string): Promise<void> {
    return this.#store.drop(id, AbortSignal.timeout(GIVING_BACK))
  }

  /** Takes those again that lapsed while this machine slept. A failed renewal is made up for by the next one. */
  async #renew(): Promise<void> {
    const signal = AbortSignal.timeout(1000 * RENEWED_EVERY)
    const there = await this.#store.list(signal).then(
      (leases) => new Set(leases.map(({ id }) => id)),
      () => null,
    )
    const renewed = [...this.#own].map(async ([state, taken]) => {
      const id = await taken
      if (there === null || there.has(id)) return this.#store.renew(id, signal)
      await this.#store.add(id, state, signal)
      if (!this.#own.has(state)) await this.#drop(id)
    })
    await Promise.allSettled(renewed)
  }
}

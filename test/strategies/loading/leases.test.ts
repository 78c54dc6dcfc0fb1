import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Lease, type LeaseStore, Leases } from '../../../src/strategies/loading/leases.ts'

const { signal } = new AbortController()
const MINUTE = 60_000

afterEach(() => void vi.useRealTimers())

/** Leases in the memory of this process, by the clock of the test. */
function memoryLeases(): LeaseStore & { readonly failing: Set<string> } {
  const known = new Map<string, { state: string; renewed: number }>()
  const failing = new Set<string>()
  const refuse = (what: string): void => {
    if (failing.has(what)) throw new Error('the engine is away')
  }
  return {
    failing,
    async add(id, state) {
      known.set(id, { state, renewed: Date.now() })
      refuse('add')
    },
    async renew(id) {
      refuse('renew')
      known.get(id)!.renewed = Date.now()
    },
    async drop(id) {
      refuse('drop')
      known.delete(id)
    },
    async list() {
      return Array.from(
        known,
        ([id, { state, renewed }]): Lease => ({ id, state, idle: (Date.now() - renewed) / 1000 }),
      )
    },
  }
}

function opened() {
  vi.useFakeTimers()
  const store = memoryLeases()
  return { store, leases: new Leases(store), others: new Leases(store) }
}

describe('leases', () => {
  it('are seen by other runs until they are given back', async () => {
    const { leases, others } = opened()
    await leases.take('a', signal)
    expect([await others.holds('a', signal), await others.holds('b', signal)]).toEqual([true, false])
    await leases.release()
    expect(await others.holds('a', signal)).toBe(false)
  })

  it('are taken once a state and run, and by several runs', async () => {
    const { leases, others } = opened()
    expect(await leases.take('a', signal)).toBe(await leases.take('a', signal))
    await others.take('a', signal)
    await leases.release()
    expect(await leases.holds('a', signal)).toBe(true)
    await others.release()
  })

  it('last as long as the run does, however long that is', async () => {
    const { leases, others } = opened()
    await leases.take('a', signal)
    await vi.advanceTimersByTimeAsync(300 * MINUTE)
    expect(await others.holds('a', signal)).toBe(true)
    await leases.release()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('lapse half an hour after the last renewal, and are removed then, not before', async () => {
    const { store, leases, others } = opened()
    await leases.take('a', signal)
    store.failing.add('renew')
    await vi.advanceTimersByTimeAsync(29 * MINUTE)
    await others.sweep(signal)
    expect(await others.holds('a', signal)).toBe(true)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(await others.holds('a', signal)).toBe(false)
    await others.sweep(signal)
    expect(await store.list(signal)).toEqual([])
  })

  it('survive a renewal that fails, when the next one does not', async () => {
    const { store, leases, others } = opened()
    await leases.take('a', signal)
    store.failing.add('renew')
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    store.failing.clear()
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    expect(await others.holds('a', signal)).toBe(true)
    await leases.release()
  })

  it('are taken again where they lapsed and were removed, as when a machine slept', async () => {
    const { store, leases, others } = opened()
    await leases.take('a', signal)
    store.failing.add('renew')
    await vi.advanceTimersByTimeAsync(31 * MINUTE)
    await others.sweep(signal)
    expect(await others.holds('a', signal)).toBe(false)
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(await others.holds('a', signal)).toBe(true)
    await leases.release()
    expect(await store.list(signal)).toEqual([])
  })

  it('are one for a state, also where it is asked for twice at once', async () => {
    const { store, leases } = opened()
    const [first, second] = await Promise.all([leases.take('a', signal), leases.take('a', signal)])
    expect(second).toBe(first)
    expect(await store.list(signal)).toHaveLength(1)
    await leases.release()
    expect(await store.list(signal)).toEqual([])
  })

  it('can be taken again after a failure, and leave nothing of it', async () => {
    const { store, leases } = opened()
    store.failing.add('add')
    await expect(leases.take('a', signal)).rejects.toThrow()
    store.failing.clear()
    await leases.take('a', signal)
    expect(await store.list(signal)).toHaveLength(1)
    await leases.release()
  })

  it('do not make the end of a run fail where they cannot be given back', async () => {
    const { store, leases } = opened()
    await leases.take('a', signal)
    store.failing.add('drop')
    await expect(leases.release()).resolves.toBeUndefined()
  })
})

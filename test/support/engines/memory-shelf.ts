import { z } from 'zod'
import { type IndexSettings, indexShape } from '../../../src/strategies/loading/index-settings.ts'
import type { Held, Holding, Piece, Shelf } from '../../../src/strategies/loading/shelf.ts'

export interface MemoryShelf extends Shelf {
  readonly log: string[]
  list(): Promise<readonly Held[]>
  texts(name: string): string[]
  /** From now on everything fails with this. */
  refuse(message: string): void
  onAdd(work: () => void): void
}

export function indexSettingsOf(given: Partial<IndexSettings> = {}): IndexSettings {
  return z.object(indexShape).parse(given)
}

/** A shelf that holds pieces in the memory of this process. */
export function memoryShelf(): MemoryShelf {
  const holdings = new Map<string, { holding: Holding; pieces: Map<string, Piece> }>()
  const log: string[] = []
  const reserved = new Set<string>()
  let refusal: string | undefined
  let added = (): void => {}
  const check = (): void => {
    if (refusal !== undefined) throw new Error(refusal)
  }
  const last = (name: string): void => {
    const one = holdings.get(name)!
    holdings.delete(name)
    holdings.set(name, one)
  }
  return {
    log,
    async reserve(name) {
      reserved.add(name)
    },
    async release() {
      reserved.clear()
    },
    texts: (name) => [...holdings.get(name)!.pieces.values()].map(({ chunk }) => chunk.text),
    refuse: (message) => {
      refusal = message
    },
    onAdd: (work) => {
      added = work
    },
    async list() {
      if (refusal?.includes('connection') === true) check()
      return [...holdings.values()]
        .map(({ holding }) => ({ ...holding, idle: 0, inUse: reserved.has(holding.name) }))
        .reverse()
    },
    async use(name) {
      log.push(`use ${name}`)
      if (!holdings.has(name)) return false
      last(name)
      return true
    },
    async write(holding, fill) {
      const { name } = holding
      const pieces = new Map<string, Piece>()
      await fill({
        async copy(from, wanted) {
          log.push(`copy from ${from}`)
          const known = wanted.filter(({ key }) => holdings.get(from)?.pieces.has(key) === true)
          for (const piece of known) pieces.set(piece.key, piece)
          return new Set(known.map(({ key }) => key))
        },
        async add(some) {
          check()
          for (const piece of some) pieces.set(piece.key, piece)
          added()
        },
      })
      log.push(`write ${name}`)
      holdings.set(name, { holding, pieces })
    },
    async remove(name) {
      check()
      holdings.delete(name)
      return true
    },
    async sweep() {},
  }
}

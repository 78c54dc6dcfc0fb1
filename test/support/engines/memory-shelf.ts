import { z } from 'zod'
import { type IndexSettings, indexShape } from '../../../src/strategies/loading/index-settings.ts'
import type { Holding, Piece, Shelf } from '../../../src/strategies/loading/shelf.ts'

export interface MemoryShelf extends Shelf {
  readonly log: string[]
  list(): Promise<readonly Holding[]>
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
  const holdings = new Map<string, { recipe: string; pieces: Map<string, Piece> }>()
  const log: string[] = []
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
    texts: (name) => [...holdings.get(name)!.pieces.values()].map(({ chunk }) => chunk.text),
    refuse: (message) => {
      refusal = message
    },
    onAdd: (work) => {
      added = work
    },
    async list() {
      if (refusal?.includes('connection') === true) check()
      return [...holdings].map(([name, { recipe }]) => ({ name, recipe })).reverse()
    },
    async use(name) {
      log.push(`use ${name}`)
      last(name)
    },
    async write({ name, recipe }, fill) {
      const pieces = new Map<string, Piece>()
      await fill({
        async copy(from, wanted) {
          log.push(`copy from ${from}`)
          const known = wanted.filter(({ key }) => holdings.get(from)!.pieces.has(key))
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
      holdings.set(name, { recipe, pieces })
    },
    async remove(name) {
      check()
      holdings.delete(name)
    },
  }
}

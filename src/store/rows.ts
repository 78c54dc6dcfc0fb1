import type { Codec } from './codec.ts'

/** More packs than these are made into one: each costs a read and a look-up. */
const MOST_PACKS = 4

/** What a run leaves to be written, and the packs that hold nothing beyond it. */
export interface Change {
  readonly bytes: Uint8Array
  readonly replaced: readonly string[]
}

/** One tenant's rows by key: those of earlier runs, and those that this run adds. */
export class Rows<Row> {
  readonly #codec: Codec<Row>
  readonly #packs: ReadonlyMap<string, ReadonlyMap<string, Row>>
  readonly #used = new Map<string, Row>()
  readonly #fresh = new Map<string, Row>()

  /** @param packs name -> what it holds */
  constructor(codec: Codec<Row>, packs: ReadonlyMap<string, ReadonlyMap<string, Row>>) {
    this.#codec = codec
    this.#packs = packs
  }

  get(key: string): Row | undefined {
    const known = this.#fresh.get(key) ?? this.#used.get(key)
    if (known !== undefined) return known
    for (const rows of this.#packs.values()) {
      const row = rows.get(key)
      if (row === undefined) continue
      this.#used.set(key, row)
      return row
    }
    return undefined
  }

  set(key: string, row: Row): void {
    this.#fresh.set(key, row)
  }

  /** Names of the packs that rows were read from. */
  packsInUse(): string[] {
    return this.#used.size === 0 ? [] : [...this.#packs.keys()]
  }

  /** What is new as a pack of its own; or all that is worth keeping as one, where there are too many packs or dead rows. */
  change(): Change | null {
    if (this.#fresh.size === 0) return null
    const total = [...this.#packs.values()].reduce((sum, rows) => sum + rows.size, 0)
    const live = this.#used.size + this.#fresh.size
    if (this.#packs.size < MOST_PACKS && total <= 2 * live) {
      return { bytes: this.#codec.encode(this.#fresh), replaced: [] }
    }
    return { bytes: this.#codec.encode(this.#kept(live)), replaced: [...this.#packs.keys()] }
  }

  /** The rows of this run, and as many others at most: what a change back to another branch would need. */
  #kept(live: number): Map<string, Row> {
    const kept = new Map([...this.#used, ...this.#fresh])
    for (const rows of this.#packs.values()) {
      for (const [key, row] of rows) {
        if (kept.size >= 2 * live) return kept
        if (!kept.has(key)) kept.set(key, row)
      }
    }
    return kept
  }
}

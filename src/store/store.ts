import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers, TEMPORARY, trim } from './clean-up.ts'
import type { Codec } from './codec.ts'
import { markFolder } from './mark-folder.ts'
import { packNames, readPack, writePack } from './pack-file.ts'
import { Rows } from './rows.ts'

export interface StoreOptions {
  /** Absolute; made when something is written. */
  readonly folder: string
  /** Of whatever else the rows depend on: the program's code, the runtime. */
  readonly fingerprint: string
  readonly maxBytes?: number
  /** Told in one line what could not be used. */
  notice(line: string): void
}

/** 1 GB: some twenty knowledge bases of 50,000 chunks. */
const MAX_BYTES = 2 ** 30

interface Shelf {
  readonly id: string
  readonly rows: Promise<Rows<unknown>>
}

/**
 * What earlier runs worked out, by content: a folder of packs that are written whole, named by their hash and never
 * changed. Runs may share it and may be killed at any time; what cannot be read or is not what was written is worked out
 * again. It costs or saves time, and never changes a result.
 */
export class Store {
  readonly #options: StoreOptions
  readonly #shelves = new Map<string, Shelf>()

  constructor(options: StoreOptions) {
    this.#options = options
  }

  /**
   * The rows of a tenant. `name` says what they are and how they were made: other settings are other rows. The same name
   * gives the same object, so that what one strategy adds the next one finds.
   */
  rows<Row>(name: string, codec: Codec<Row>): Promise<Rows<Row>> {
    const known = this.#shelves.get(name)
    if (known !== undefined) return known.rows as Promise<Rows<Row>>
    const id = createHash('sha256').update(`${this.#options.fingerprint}\n${name}`).digest('hex').slice(0, 24)
    const rows = this.#load(id, codec)
    this.#shelves.set(name, { id, rows: rows as Promise<Rows<unknown>> })
    return rows
  }

  /** Writes what this run added, and removes what has not been used for longest where the store is too large. */
  async close(): Promise<void> {
    const { folder, notice } = this.#options
    try {
      await this.#write()
    } catch (error) {
      notice(`the cache in ${folder} cannot be written (${(error as Error).message}); the result does not depend on it`)
    }
  }

  async #load<Row>(id: string, codec: Codec<Row>): Promise<Rows<Row>> {
    const { folder, notice } = this.#options
    const packs = new Map<string, ReadonlyMap<string, Row>>()
    for (const name of packNames(folder, id)) {
      const rows = decoded(readPack(folder, name), codec)
      if (rows !== undefined) packs.set(name, rows)
      else {
        notice(`a part of the cache is damaged and is made again: ${join(folder, name)}`)
        await rm(join(folder, name), { force: true }).catch(() => {})
      }
    }
    return new Rows(codec, packs)
  }

  async #write(): Promise<void> {
    const { folder, maxBytes = MAX_BYTES } = this.#options
    const shelves = await Promise.all(
      [...this.#shelves.values()].map(async ({ id, rows }) => ({ id, rows: await rows })),
    )
    const used = shelves.flatMap(({ rows }) => rows.packsInUse())
    const changes = shelves.flatMap(({ id, rows }) => {
      const change = rows.change()
      return change === null ? [] : [{ id, ...change }]
    })
    if (changes.length === 0 && used.length === 0) return
    await markFolder(folder)
    // The folder's own time, for one clock with the packs, wherever the store lies.
    const temporary = await mkdtemp(join(folder, TEMPORARY))
    try {
      const now = (await stat(temporary)).mtime
      for (const name of used) await utimes(join(folder, name), now, now).catch(() => {})
      for (const { id, bytes, replaced } of changes) {
        const name = await writePack(folder, temporary, id, bytes)
        for (const old of replaced) if (old !== name) await rm(join(folder, old), { force: true })
      }
      await removeLeftovers(folder, now)
      if (changes.length > 0) await trim(folder, maxBytes)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  }
}

/** The rows of a pack, none where it has gone; `undefined` where it is damaged. */
function decoded<Row>(bytes: ReturnType<typeof readPack>, codec: Codec<Row>): ReadonlyMap<string, Row> | undefined {
  if (bytes === 'gone') return new Map()
  if (bytes === 'corrupt') return undefined
  try {
    return codec.decode(bytes)
  } catch {
    return undefined
  }
}

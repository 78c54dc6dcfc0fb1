import type { StoredRecord } from '../store/record-file.ts'

/** Answers by key, as a journal keeps them. */
export interface Records {
  get(key: string): Uint8Array | undefined
  /** Any of them, for what all have in common. */
  any(): Uint8Array | undefined
  append(records: readonly StoredRecord[]): Promise<void>
  /** Where they lie; absent where they are only remembered. */
  readonly folder?: string
}

/** Answers that are gone with the process. */
export class MemoryRecords implements Records {
  readonly #values = new Map<string, Uint8Array>()

  get(key: string): Uint8Array | undefined {
    return this.#values.get(key)
  }

  any(): Uint8Array | undefined {
    return this.#values.values().next().value
  }

  async append(records: readonly StoredRecord[]): Promise<void> {
    for (const { key, value } of records) this.#values.set(key, value)
  }
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { UserError } from '../errors.ts'
import { Journal } from './journal.ts'

export interface ModelStoreOptions {
  /** Absolute; made when something is written. */
  readonly folder: string
  notice(line: string): void
}

/**
 * What models answered, one journal a model. It does not depend on the version of this program, nothing in it is ever
 * removed, and it can be committed.
 */
export class ModelStore {
  readonly #options: ModelStoreOptions
  readonly #journals = new Map<string, Journal>()

  constructor(options: ModelStoreOptions) {
    this.#options = options
  }

  get folder(): string {
    return this.#options.folder
  }

  /** The records of what `identity` describes; `label` is how a person would call it. Throws `UserError` where unreadable. */
  journal(label: string, identity: string): Journal {
    const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16)
    const name = `${slug(label)}-${hash}`
    const known = this.#journals.get(name)
    if (known !== undefined) return known
    const journal = this.#open(join(this.#options.folder, name))
    this.#journals.set(name, journal)
    return journal
  }

  #open(folder: string): Journal {
    try {
      return new Journal(folder, this.#options.notice)
    } catch (error) {
      throw new UserError({
        where: folder,
        what: 'this folder of the model store cannot be read',
        found: (error as Error).message,
        hint: 'name another folder: `modelStore` in the config',
      })
    }
  }

  /** Puts away what was added; what cannot be put away is still there. More can be added afterwards. */
  async close(): Promise<void> {
    const { notice } = this.#options
    for (const journal of this.#journals.values()) {
      await journal.close().catch((error: Error) => {
        notice(`the model store in ${journal.folder} cannot be tidied (${error.message}); nothing in it is lost`)
      })
    }
  }
}

/** A part of a file name on every system. */
function slug(label: string): string {
  const safe = label.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-')
  return safe.replaceAll(/^[-.]+|[-.]+$/g, '').slice(0, 60) || 'model'
}

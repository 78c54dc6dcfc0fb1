import type { Services } from '../../models/services.ts'
import { Secrets } from '../../secrets.ts'
import { EngineFailure } from './engine-failure.ts'

const MASK = '***'
/** Characters of a secret that are no coincidence any more. */
const TELLING = 4

/** Hands out secrets, and keeps them out of messages: an engine may quote in an error what it was sent. */
export class SecretKeeper {
  readonly #services: Pick<Services, 'secret' | 'mask'>
  readonly #known = new Set<string>()
  readonly #forms = new Secrets()

  constructor(services: Pick<Services, 'secret' | 'mask'>) {
    this.#services = services
  }

  /** What an environment variable holds. Throws `UserError` where it is not set. */
  readonly secret = (variable: string): string => {
    const value = this.#services.secret(variable)
    this.#add(value)
    return value
  }

  /** Keeps a secret that did not come from the environment. */
  keep(value: string): void {
    this.#services.mask?.(value)
    this.#add(value)
  }

  #add(value: string): void {
    this.#known.add(value)
    this.#forms.add(value)
  }

  /** A message without the secrets in it. */
  hide(message: string): string {
    let hidden = this.#forms.redact(message)
    for (const value of this.#known) hidden = withoutCut(hidden.replaceAll(value, MASK), value)
    return hidden
  }

  /** What the work resolves to; what it throws does not speak of secrets. */
  async unspoken<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const message = this.hide(error.message)
      if (message === error.message) throw error
      throw error instanceof EngineFailure ? new EngineFailure(message, error) : new Error(message)
    }
  }
}

/** A quotation that is cut within a secret has a part of it beside its `…`. */
function withoutCut(text: string, secret: string): string {
  const quoted = text.split('…')
  const last = quoted.length - 1
  return quoted
    .map((part, index) => (index < last ? withoutEnd(part, secret) : part))
    .map((part, index) => (index > 0 ? withoutStart(part, secret) : part))
    .join('…')
}

function withoutEnd(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= TELLING; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MASK
  }
  return text
}

function withoutStart(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= TELLING; length--) {
    if (text.startsWith(secret.slice(-length))) return MASK + text.slice(length)
  }
  return text
}

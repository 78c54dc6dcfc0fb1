import { count } from '../numbers.ts'
import { keyOf } from '../store/record-file.ts'
import type { EmbeddedText } from './embedded-text.ts'
import type { ModelContext } from './model-context.ts'
import { identityText, modelLabel } from './model-label.ts'
import type { ModelIdentity } from './raw-model.ts'
import type { Records } from './records.ts'

/** Which texts are longer than a model reads: kept beside their vectors, so that every later run says the same of them. */
export class CutTexts {
  readonly #records: Records
  readonly #label: string

  constructor(identity: ModelIdentity, { recorder }: Pick<ModelContext, 'recorder'>) {
    this.#label = modelLabel(identity)
    this.#records = recorder.records(`${this.#label} cut`, `cut ${identityText('embedder', identity)}`)
  }

  async keep(texts: readonly EmbeddedText[]): Promise<void> {
    if (texts.length > 0) await this.#records.append(texts.map((text) => ({ key: textKey(text), value: YES })))
  }

  /** A sentence about how many of these were cut; null where none was. */
  sentence(texts: readonly EmbeddedText[]): string | null {
    // As a rule no text is too long, and all need not be looked up.
    if (this.#records.any() === undefined) return null
    const cut = new Set(texts.map(textKey).filter((key) => this.#records.get(key) !== undefined)).size
    if (cut === 0) return null
    return `${count(cut, 'text')} longer than ${this.#label} reads: the end is left out. Smaller chunks avoid that.`
  }
}

const YES = Uint8Array.of(1)

function textKey({ role, text }: EmbeddedText): string {
  return keyOf([role, text])
}

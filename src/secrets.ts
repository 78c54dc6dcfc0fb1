/** Stands where a secret stood. */
const MASK = '***'
/** Shorter ones are words that mean nothing by themselves, and would be found in every text. */
const SHORTEST = 6

/** Values that are never to be seen, in any form that a text may hold them in. */
export class Secrets {
  readonly #forms = new Set<string>()
  readonly #told: (value: string) => void

  /** `told` gets each value as well: the runner of a workflow keeps them out of its log. */
  constructor(told: (value: string) => void = () => {}) {
    this.#told = told
  }

  add(value: string): void {
    const trimmed = value.trim()
    if (trimmed.length < SHORTEST) return
    for (const one of new Set([value, trimmed])) {
      if (this.#forms.has(one)) continue
      this.#told(one)
      for (const form of formsOf(one)) this.#forms.add(form)
    }
  }

  /** The text without them. */
  redact(text: string): string {
    let redacted = text
    for (const form of [...this.#forms].sort((a, b) => b.length - a.length)) {
      if (redacted.includes(form)) redacted = redacted.replaceAll(form, MASK)
    }
    return redacted
  }

  /** Files without them, whatever they are. */
  redactAll(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    return new Map(Array.from(files, ([name, text]) => [name, this.redact(text)]))
  }
}

/** As it is, in JSON, in an address, in HTML, and in the header of a log-in. */
function formsOf(value: string): string[] {
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '')),
    html,
    Buffer.from(value).toString('base64'),
  ]
}

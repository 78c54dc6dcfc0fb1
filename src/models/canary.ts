import { cosine } from './unit-vectors.ts'

/** Today's vectors of a few fixed texts, small enough for a report. */
export interface Canary {
  /** Provider, model, revision and parameters: what has the same name should give the same vectors. */
  readonly model: string
  /** Entries of a vector that are kept. */
  readonly dimensions: number
  /** Vector after vector, a signed byte an entry, in base64: their directions, to a cosine of about 1e-4. */
  readonly vectors: string
}

/** Finds out whether a model is still what it was. */
export interface CanaryCheck {
  /** As in the canary. */
  readonly model: string
  /** Counts the call that it would make. */
  plan(): void
  /** Null where the model could not be asked. */
  read(signal: AbortSignal): Promise<Canary | null>
}

/** A canary's model for people: its parameters in words, those that are empty left out. */
export function canaryModelText(model: string): string {
  const [, label = model, parameters = '{}'] = /^(.*?) (\{.*\})$/s.exec(model) ?? []
  const said = entriesOf(parameters).flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`]))
  return said.length === 0 ? label : `${label} (${said.join(', ')})`
}

function entriesOf(json: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(json) as object)
  } catch {
    return []
  }
}

/** Below this cosine two vectors of one text are not of one model: rounding stays above 0.9999. */
export const SAME_MODEL = 0.999

/** English, German, Chinese and code; a word, a sentence, a paragraph. Fixed: other texts could not be compared. */
export const CANARY_TEXTS: readonly string[] = [
  'retrieval',
  'How do I reset my password?',
  'The quick brown fox jumps over the lazy dog.',
  'Wie ändere ich die Sprache der Oberfläche?',
  '如何配置数据库连接？',
  'export function add(a: number, b: number): number { return a + b }',
  'SELECT name FROM users WHERE created_at > now() - interval 7 day',
  'Water boils at 100 degrees Celsius at sea level; higher up, where the air is thinner, it boils earlier.',
  'ERR_CONNECTION_REFUSED 127.0.0.1:5432',
  'The invoice is due thirty days after it was sent, unless another date was agreed upon in writing.',
]

/** Entries of a vector that a report keeps at most. */
const MOST = 1024

export function canaryOf(model: string, vectors: readonly Float32Array[]): Canary {
  const dimensions = Math.min(MOST, vectors[0]?.length ?? 0)
  const bytes = Buffer.concat(vectors.map((vector) => signedBytes(vector.subarray(0, dimensions))))
  return { model, dimensions, vectors: bytes.toString('base64') }
}

/** The least cosine of the two vectors of a text; 0 where they have not the same length. */
export function leastCosine(a: Canary, b: Canary): number {
  const [one, other] = [read(a), read(b)]
  if (a.dimensions !== b.dimensions || one.length !== other.length) return 0
  return leastOf(one, other)
}

/** Cut, not rounded: what is not 1 does not read as 1. */
export function cosineText(cosine: number): string {
  return (Math.floor(cosine * 1000) / 1000).toFixed(3)
}

/** The least cosine of pairs. */
export function leastOf(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  return Math.min(1, ...a.map((vector, index) => (vector.length === b[index]!.length ? cosine(vector, b[index]!) : 0)))
}

function signedBytes(vector: Float32Array): Uint8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const scale = largest === 0 ? 0 : 127 / largest
  return new Uint8Array(Int8Array.from(vector, (value) => Math.round(value * scale)).buffer)
}

function read({ dimensions, vectors }: Canary): Float32Array[] {
  const bytes = Buffer.from(vectors, 'base64')
  const count = dimensions === 0 ? 0 : Math.floor(bytes.length / dimensions)
  return Array.from({ length: count }, (_, row) =>
    Float32Array.from({ length: dimensions }, (__, column) => bytes.readInt8(row * dimensions + column)),
  )
}

import type { Tokenizer } from '@huggingface/tokenizers'
import type { TokenBatch } from './session.ts'

/** Token ids of a text or a pair of texts. */
export interface Tokens {
  readonly ids: readonly number[]
  readonly types: readonly number[]
  /** The text was longer. */
  readonly cut: boolean
}

/** Turns texts into what a model is fed with, cut to what it takes. */
export class TextTokenizer {
  readonly #tokenizer: Tokenizer
  readonly #padding: number
  readonly #oneType: boolean
  readonly maxTokens: number

  private constructor(tokenizer: Tokenizer, padding: number, oneType: boolean, maxTokens: number) {
    this.#tokenizer = tokenizer
    this.#padding = padding
    this.#oneType = oneType
    this.maxTokens = maxTokens
  }

  /** From the contents of `tokenizer.json` and `tokenizer_config.json`. Throws for what is not a tokenizer. */
  static async of(
    tokenizer: object,
    config: Readonly<Record<string, unknown>>,
    maxTokens: number,
  ): Promise<TextTokenizer> {
    const { Tokenizer } = await import('@huggingface/tokenizers')
    const loaded = new Tokenizer(tokenizer, config)
    const padding = loaded.token_to_id(paddingToken(config)) ?? 0
    return new TextTokenizer(loaded, padding, hasOneType(loaded.tokenizer.post_processor), maxTokens)
  }

  /** A text with the tokens that stand around it; what is too long loses its end. */
  tokens(text: string): Tokens {
    const { ids } = this.#tokenizer.encode(text)
    const cut = ids.length > this.maxTokens
    const kept = cut ? this.#shortened(text, ids) : ids
    return { ids: kept, types: kept.map(() => 0), cut }
  }

  /** Two texts in one; where they are too long, the longer loses its end, and then both do: the way of Hugging Face's `longest_first`. */
  pair(first: string, second: string): Tokens {
    const encoded = this.#encodePair(first, second)
    if (encoded.ids.length <= this.maxTokens) return encoded
    const [one, two] = [first, second].map((text) => this.#bare(text)) as [number[], number[]]
    const around = encoded.ids.length - one.length - two.length
    const [keptOne, keptTwo] = sharedLengths(one.length, two.length, Math.max(0, this.maxTokens - around))
    const [start, end] = [firstRun(encoded.ids, one), lastRun(encoded.ids, two)]
    const isKept = (_: number, at: number): boolean =>
      !within(at, start + keptOne, start + one.length) && !within(at, end + keptTwo, end + two.length)
    return { ids: encoded.ids.filter(isKept), types: encoded.types.filter(isKept), cut: true }
  }

  /** Rows padded at the end to the longest. */
  batch(texts: readonly Tokens[]): TokenBatch {
    const length = Math.max(1, ...texts.map(({ ids }) => ids.length))
    const ids = new BigInt64Array(texts.length * length).fill(BigInt(this.#padding))
    const mask = new BigInt64Array(ids.length)
    const types = new BigInt64Array(ids.length)
    for (const [row, text] of texts.entries()) {
      for (const [place, id] of text.ids.entries()) {
        ids[row * length + place] = BigInt(id)
        mask[row * length + place] = 1n
        types[row * length + place] = BigInt(text.types[place]!)
      }
    }
    return { rows: texts.length, length, ids, mask, types }
  }

  #encodePair(first: string, second: string): Tokens {
    if (second === '') return this.#encodeWithNothing(first)
    const { ids, token_type_ids: types } = this.#tokenizer.encode(first, {
      text_pair: second,
      return_token_type_ids: true,
    })
    return { ids, types: this.#oneType ? types.map(() => 0) : types, cut: false }
  }

  /** The library takes an empty second text for none, and leaves out what stands around it: so one is put there and taken out. */
  #encodeWithNothing(first: string): Tokens {
    const { ids, types, cut } = this.#encodePair(first, ' ')
    const blank = this.#bare(' ')
    const start = lastRun(ids, blank)
    const isKept = (_: number, at: number): boolean => !within(at, start, start + blank.length)
    return { ids: ids.filter(isKept), types: types.filter(isKept), cut }
  }

  #bare(text: string): number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids
  }

  /** Without the end of the text, but with the token that stands after it. */
  #shortened(text: string, ids: readonly number[]): number[] {
    const bare = this.#bare(text)
    const kept = Math.max(0, this.maxTokens - (ids.length - bare.length))
    const start = lastRun(ids, bare)
    return ids.filter((_, at) => !within(at, start + kept, start + bare.length))
  }
}

/** How many tokens of two texts are kept, of `most` together. */
function sharedLengths(one: number, two: number, most: number): [number, number] {
  const shorter = Math.min(one, two)
  if (shorter <= most - shorter) return one <= two ? [one, Math.min(two, most - one)] : [Math.min(one, most - two), two]
  const half = Math.floor(most / 2)
  return [half, most - half]
}

function within(at: number, start: number, end: number): boolean {
  return at >= start && at < end
}

function firstRun(ids: readonly number[], run: readonly number[]): number {
  return Math.max(
    0,
    ids.findIndex((_, start) => isAt(ids, run, start)),
  )
}

function lastRun(ids: readonly number[], run: readonly number[]): number {
  return Math.max(
    0,
    ids.findLastIndex((_, start) => start + run.length <= ids.length && isAt(ids, run, start)),
  )
}

function isAt(ids: readonly number[], run: readonly number[], start: number): boolean {
  return run.every((id, offset) => ids[start + offset] === id)
}

/** RoBERTa tells two texts apart by what stands between them, and has one type of token. */
function hasOneType(processor: unknown): boolean {
  const { type, processors } = (processor ?? {}) as { readonly type?: unknown; readonly processors?: unknown }
  return type === 'RobertaProcessing' || (Array.isArray(processors) && processors.some(hasOneType))
}

function paddingToken({ pad_token: token }: Readonly<Record<string, unknown>>): string {
  if (typeof token === 'string') return token
  const content = (token as { readonly content?: unknown } | null | undefined)?.content
  return typeof content === 'string' ? content : '[PAD]'
}

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
  readonly maxTokens: number

  private constructor(tokenizer: Tokenizer, padding: number, maxTokens: number) {
    this.#tokenizer = tokenizer
    this.#padding = padding
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
    return new TextTokenizer(loaded, loaded.token_to_id(paddingToken(config)) ?? 0, maxTokens)
  }

  /** A text with the tokens that stand around it; what is too long loses its end. */
  tokens(text: string): Tokens {
    const { ids } = this.#tokenizer.encode(text)
    const cut = ids.length > this.maxTokens
    const kept = cut ? this.#shortened(text, ids) : ids
    return { ids: kept, types: kept.map(() => 0), cut }
  }

  /** Two texts in one; the second loses its end where both are too long. */
  pair(first: string, second: string): Tokens {
    const encoded = this.#encodePair(first, second)
    const excess = encoded.ids.length - this.maxTokens
    if (excess <= 0) return encoded
    const { ids } = this.#tokenizer.encode(second, { add_special_tokens: false })
    const kept = ids.slice(0, Math.max(0, ids.length - excess))
    return {
      ids: without(encoded.ids, ids, kept),
      types: encoded.types.slice(0, encoded.types.length - (ids.length - kept.length)),
      cut: true,
    }
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
    const { ids, token_type_ids: types } = this.#tokenizer.encode(first, {
      text_pair: second,
      return_token_type_ids: true,
    })
    return { ids, types, cut: false }
  }

  /** Without the end of the text, but with the token that stands after it. */
  #shortened(text: string, ids: readonly number[]): number[] {
    const bare = this.#tokenizer.encode(text, { add_special_tokens: false }).ids
    const kept = bare.slice(0, Math.max(0, this.maxTokens - (ids.length - bare.length)))
    return without(ids, bare, kept)
  }
}

/** Replaces the run of ids that `bare` is by `kept`; the last such run, since it is the second text of a pair. */
function without(ids: readonly number[], bare: readonly number[], kept: readonly number[]): number[] {
  for (let start = ids.length - bare.length; start >= 0; start--) {
    if (bare.every((id, offset) => ids[start + offset] === id)) {
      return [...ids.slice(0, start), ...kept, ...ids.slice(start + bare.length)]
    }
  }
  return ids.slice(0, ids.length - bare.length + kept.length)
}

function paddingToken({ pad_token: token }: Readonly<Record<string, unknown>>): string {
  if (typeof token === 'string') return token
  const content = (token as { readonly content?: unknown } | null | undefined)?.content
  return typeof content === 'string' ? content : '[PAD]'
}

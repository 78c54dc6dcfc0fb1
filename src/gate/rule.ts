export type Level = 'fail' | 'warn'
export type Confidence = 'observed' | 'require' | 'prove-safe'

/** Which queries a rule is about; all given attributes must match. */
export interface Slice {
  readonly category?: string
  readonly difficulty?: string
  readonly language?: string
  readonly tag?: string
}

/** A limit on a drop: an absolute number, or a share of the baseline's value. */
export type Drop = { readonly absolute: number } | { readonly share: number }

/** One line of `gate:`, with every default filled in. */
export interface Rule {
  readonly metric: string
  readonly maxDrop?: Drop
  readonly min?: number
  readonly max?: number
  readonly maxRatio?: number
  /** Names of the strategies it gates. */
  readonly strategies: readonly string[]
  readonly where?: Slice
  /** The attribute whose worst slice must not drop more than `maxDrop`. */
  readonly worst?: 'category' | 'difficulty' | 'language'
  readonly level: Level
  readonly confidence: Confidence
  readonly minPairs: number
}

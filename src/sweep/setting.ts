/** One setting of a sweep: a value for each swept key, and how it is tried. */
export interface Setting {
  /** In the order of the swept keys. */
  readonly values: readonly unknown[]
  /** The config as it is. */
  readonly isCurrent: boolean
  /** It cuts documents otherwise than the config does, so that its hits have other sizes. */
  readonly cutsOtherwise: boolean
}

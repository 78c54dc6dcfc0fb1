/** The files of a model, wherever they lie. */
export interface ModelFiles {
  /** How messages call them. */
  readonly name: string
  /** All that decides what is in them. */
  readonly revision: string
  /** A file's bytes; null where there is none of that name. Throws `UserError` where it cannot be had. */
  read(path: string): Promise<Uint8Array<ArrayBuffer> | null>
}

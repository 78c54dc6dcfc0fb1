import { compareCodeUnits } from '../code-units.ts'

/** Why files of the workspace are not documents; these keys stand in the report. */
export const SKIPPED = {
  binary: 'binary or not UTF-8',
  tooLarge: 'larger than maxBytes',
  lfsPointer: 'Git LFS pointers',
  unreadable: 'unreadable',
  special: 'not regular files',
  outsideLink: 'symlinks outside the workspace',
  folderLink: 'symlinks to folders',
  repeatedLink: 'symlinks to documents already read',
  submodule: 'submodules not checked out',
  nestedRepository: 'nested repositories',
} as const

export type SkipReason = (typeof SKIPPED)[keyof typeof SKIPPED]

/** Counts per reason. */
export class SkipCounts {
  readonly #counts = new Map<SkipReason, number>()

  add(reason: SkipReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
  }

  /** Reason -> count, in code-unit order, without zeros. */
  toRecord(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => compareCodeUnits(a, b)))
  }
}

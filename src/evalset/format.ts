import type { Queries } from '../config/config.ts'
import type { Problem } from '../config/problem.ts'
import type { Query } from '../model.ts'

/** A kind of eval set. Registered in `registry.ts`: a new one is one file and one line there. */
export interface EvalSetFormat {
  /** One sentence for the documentation. */
  readonly summary: string
  /** Whether the config's `queries` names an eval set of this kind. */
  accepts(queries: Queries): boolean
  /** Throws `UserError` for a file that is missing or no text; mistakes in its lines are returned. */
  read(queries: Queries, files: EvalSetFiles): Promise<ReadQueries>
}

/** The files of an eval set, by their paths as the config has them. */
export interface EvalSetFiles {
  text(path: string): Promise<string>
  /** The path as messages and reports name it. */
  display(path: string): string
}

export interface ReadQueries {
  /** The file that the queries' lines are of, as `display` names it. */
  readonly path: string
  readonly queries: readonly Query[]
  readonly problems: readonly Problem[]
  readonly warnings: readonly string[]
}

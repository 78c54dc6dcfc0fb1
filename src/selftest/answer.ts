import type { Hit, JudgedRanking } from '../model.ts'

/** What one strategy returned for one question, judged and scored. */
export interface Answer {
  readonly hits: readonly Hit[]
  readonly confidence: number | undefined
  readonly judged: JudgedRanking
  /** Metric id -> score; no entry outside a metric's population. */
  readonly scores: ReadonlyMap<string, number | null>
}

/** One strategy on one side of a comparison. A question is in exactly one of the two maps. */
export interface StrategySide {
  readonly minScore: number | null
  readonly answers: ReadonlyMap<string, Answer>
  readonly errors: ReadonlyMap<string, string>
}

/** One side of a comparison, by strategy: what would be judged anew is judged once and handed on. */
export type Side = ReadonlyMap<string, StrategySide>

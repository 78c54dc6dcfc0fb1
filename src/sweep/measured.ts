import type { Query } from '../model.ts'

/** A question's scores under one setting. */
export interface Scored {
  readonly query: Query
  readonly score: number
  /** Under the metric with a token budget; null where none is used. */
  readonly budget: number | null
}

/** What one setting has scored so far. A question that erred has no score. */
export class Measured {
  readonly scored = new Map<string, Scored>()
  readonly errors = new Map<string, string>()

  /** How many questions were asked. */
  get asked(): number {
    return this.scored.size + this.errors.size
  }

  add(scored: readonly Scored[], errors: ReadonlyMap<string, string>): void {
    for (const one of scored) this.scored.set(one.query.id, one)
    for (const [id, error] of errors) this.errors.set(id, error)
  }
}

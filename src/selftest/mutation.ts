import type { Hit } from '../model.ts'
import type { Random } from '../statistics/random.ts'

/** What a mutation may look at beside the hits themselves. */
export interface MutationContext {
  /** Documents that are gone at this strength. */
  readonly removed: ReadonlySet<string>
  readonly random: Random
}

/** A way to make retrieval worse by a known amount. */
export interface Mutation {
  /** "drop the top hit of 10 % of the questions" */
  describe(share: number): string
  /** Whether it touches a share of the questions (else it touches all, by `removed`). */
  readonly perQuestion: boolean
  /** The hits as they would be; the very same array where nothing changes. */
  apply(hits: readonly Hit[], context: MutationContext): readonly Hit[]
}

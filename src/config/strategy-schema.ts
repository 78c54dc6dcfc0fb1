import { z } from 'zod'
import { chunkingOverrideSchema } from './chunking-schema.ts'
import { nameSchema } from './name-schema.ts'
import type { RegisteredStrategy, Registries } from './registries.ts'

export type Strategy = z.output<ReturnType<typeof strategySchema>>

/** One entry of `strategies:`, told apart by `type`; the type's own keys come out under `settings`. */
export function strategySchema({ strategies, chunkers }: Pick<Registries, 'strategies' | 'chunkers'>) {
  const options = Object.entries(strategies).map(([type, strategy]) => option(type, strategy, chunkers))
  return z.discriminatedUnion('type', options as [Option, ...Option[]]).transform(splitSettings)
}

type Common = ReturnType<typeof commonKeys>
type Option = z.ZodObject<Common>

function option(type: string, { schema, summary }: RegisteredStrategy, chunkers: readonly string[]): Option {
  if (!(schema instanceof z.ZodObject))
    throw new Error(`the settings of strategy type "${type}" must be a strict object`)
  // safeExtend keeps the checks that a type makes across its settings, and its strictness.
  return (schema.safeExtend(commonKeys(type, chunkers)) as unknown as Option).describe(summary)
}

function commonKeys(type: string, chunkers: readonly string[]) {
  return {
    type: z.literal(type).describe('The kind of strategy.'),
    chunking: chunkingOverrideSchema(chunkers).optional(),
    merge: z
      .enum(['adjacent'])
      .optional()
      .describe(
        '`adjacent`: of the first 50 hits, neighbours in a document become one, with the best rank and score of them. A strategy that is made of this one gets its hits unmerged. Default: every chunk is a hit of its own.',
      ),
    minScore: z
      .number()
      .optional()
      .describe('Hits with a lower score are dropped; an empty ranking is how a strategy abstains. Default: no cut.'),
    renamedFrom: nameSchema
      .optional()
      .describe('The name this strategy has in the baseline, so that the two are compared.'),
  }
}

function splitSettings({ type, chunking, merge, minScore, renamedFrom, ...settings }: z.output<Option>) {
  return { type, chunking, merge, minScore, renamedFrom, settings: settings as unknown }
}

import { z } from 'zod'
import { nameSchema } from './name-schema.ts'
import type { RegisteredModel } from './registries.ts'

type Types = Readonly<Record<string, RegisteredModel>>
type Common = ReturnType<typeof commonKeys>
type Option = z.ZodObject<Common>

/** An entry of such a section. */
export type ModelEntry = z.output<ReturnType<typeof modelSchema>>

/** A section of models: entries by name, told apart by `type`; the type's own keys come out under `settings`. */
export function modelsSchema(types: Types, description: string) {
  return z
    .record(
      nameSchema.refine((name) => !Object.hasOwn(types, name), TAKEN),
      modelSchema(types),
    )
    .default({})
    .describe(description)
}

const TAKEN = { error: 'another name: this one is the name of a type' }

function modelSchema(types: Types) {
  const options = Object.entries(types).map(([type, model]) => option(type, model))
  if (options.length === 0) options.push(option('none', { summary: 'None.', schema: z.strictObject({}) }))
  return z.discriminatedUnion('type', options as [Option, ...Option[]]).transform(splitSettings)
}

function option(type: string, { schema, summary, external = false }: RegisteredModel): Option {
  if (!(schema instanceof z.ZodObject)) throw new Error(`the settings of model type "${type}" must be a strict object`)
  const keys = external ? commonKeys(type) : { type: typeKey(type) }
  return (schema.safeExtend(keys) as unknown as Option).describe(summary)
}

function typeKey(type: string) {
  return z.literal(type).describe('The kind of model.')
}

/** Of every model outside this process. */
function commonKeys(type: string) {
  return {
    type: typeKey(type),
    price: z
      .strictObject({
        input: z.number().min(0).describe('For a million tokens that it reads.'),
        output: z.number().min(0).default(0).describe('For a million tokens that it writes.'),
      })
      .optional()
      .describe('What it costs, in any currency: for the costs in reports, and for `maxCost`.'),
    concurrency: z
      .int()
      .min(1)
      .max(256)
      .optional()
      .describe("Calls under way at once at most. Default: the type's own."),
    batch: z
      .int()
      .min(1)
      .max(4096)
      .optional()
      .describe("Texts in one call at most; a chat model takes one. Default: the type's own."),
  }
}

/** The names of the keys that every model outside this process has. */
export const COMMON_MODEL_KEYS: readonly string[] = Object.keys(commonKeys(''))

function splitSettings({ type, price, concurrency, batch, ...settings }: z.output<Option>) {
  return { type, calls: { price, concurrency, batch }, settings: settings as unknown }
}

import { z } from 'zod'
import type { Registries } from './registries.ts'
import { buildConfigSchema } from './schema.ts'

/** The JSON Schema (draft 7, what YAML editors read) of `retrieval-gate.yml`, as users write it: defaults are optional. */
export function configJsonSchema(registries: Registries): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(buildConfigSchema(registries), { io: 'input', target: 'draft-7' })
  return {
    $schema,
    title: 'retrieval-gate.yml',
    description: 'What retrieval-gate evaluates, and when it fails a pull request.',
    ...schema,
  }
}

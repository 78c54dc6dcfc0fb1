import { z } from 'zod'
import { markdownTable } from './markdown-table.ts'

const entry = z.object({ description: z.string(), required: z.boolean().optional(), default: z.string().optional() })

const actionSchema = z.object({
  inputs: z.record(z.string(), entry),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
})

/** The inputs of `action.yml` (its parsed YAML) as a table. */
export function inputsTable(action: unknown): string {
  const rows = Object.entries(actionSchema.parse(action).inputs).map(([name, input]) => [
    `\`${name}\``,
    input.default === undefined || input.default === '' ? '' : `\`${input.default}\``,
    input.description,
  ])
  return markdownTable(['input', 'default', 'what it does'], rows)
}

/** The outputs of `action.yml` (its parsed YAML) as a table. */
export function outputsTable(action: unknown): string {
  const outputs = Object.entries(actionSchema.parse(action).outputs)
  return markdownTable(
    ['output', 'what it holds'],
    outputs.map(([name, { description }]) => [`\`${name}\``, description]),
  )
}

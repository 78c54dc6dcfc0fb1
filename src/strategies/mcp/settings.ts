import { z } from 'zod'
import { variableSchema } from '../../config/variable-schema.ts'
import { expressionSchema } from '../engine/expression.ts'
import { engineShape } from '../engine/settings.ts'
import { templateProblems } from '../engine/template/check-template.ts'
import { uses } from '../engine/template/template.ts'
import { headersSchema, urlSchema } from '../http/settings.ts'

const toolArguments = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  for (const { path, message } of templateProblems(value, ['query', 'k'])) {
    context.addIssue({ code: 'custom', path: [...path], message })
  }
  if (!uses(value, 'query'))
    context.addIssue({ code: 'custom', message: 'the question is nowhere in it: use `{{query}}`' })
})

const variable = variableSchema()

export const mcpSchema = z
  .strictObject({
    command: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        'The program that serves MCP over its standard input and output, and its arguments. It is started once.',
      ),
    cwd: z
      .string()
      .min(1)
      .optional()
      .describe('Its working directory, relative to the config. Default: where the config is.'),
    env: z
      .array(variable)
      .default([])
      .describe('Environment variables that it gets, by name, beside `PATH`, `HOME` and the like. It gets no others.'),
    restarts: z
      .int()
      .min(0)
      .max(100)
      .default(3)
      .describe('How often it may be started again, when it has ended or hangs.'),
    url: urlSchema.optional().describe('The address of a server that is running already (Streamable HTTP).'),
    headers: headersSchema,
    tool: z.string().min(1).default('search').describe('The tool that searches.'),
    arguments: toolArguments
      .optional()
      .describe(
        'What the tool is called with: `{ query: "{{query}}", top_k: "{{k}}" }`. Default: by the names in its schema.',
      ),
    startTimeout: z.number().min(0.1).max(3600).default(60).describe('Seconds that it may take until it can be asked.'),
    ...engineShape,
    error: expressionSchema
      .optional()
      .describe(
        'Where an answer says that it is an error: there must be nothing, or `false`. Default: `error` or `errors`, where it has no hits.',
      ),
    engineTime: expressionSchema.optional().describe('Where an answer says how many milliseconds the search took.'),
  })
  .superRefine((settings, context) => {
    const { command, url, headers, cwd, env } = settings
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (command === undefined && url === undefined) issue('command', 'give either `command` or `url`')
    if (command !== undefined && url !== undefined) issue('url', 'give either `command` or `url`, not both')
    if (url !== undefined && uses(url, 'query')) issue('url', '`{{query}}` goes into `arguments`')
    if (command !== undefined && Object.keys(headers).length > 0) issue('headers', '`headers` go with `url`')
    if (command === undefined && cwd !== undefined) issue('cwd', '`cwd` goes with `command`')
    if (command === undefined && env.length > 0) issue('env', '`env` goes with `command`')
  })

export type McpSettings = z.output<typeof mcpSchema>

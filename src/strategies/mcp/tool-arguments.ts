import type { Tool } from '@modelcontextprotocol/client'
import { EngineFailure } from '../engine/engine-failure.ts'

const QUERY = ['query', 'q', 'question', 'text', 'search', 'search_query', 'input', 'prompt']
const K = ['k', 'top_k', 'topK', 'limit', 'n', 'n_results', 'num_results', 'max_results', 'maxResults', 'size', 'count']

/** The arguments that a tool's own schema suggests, as a template: the question, and how many hits where it takes that. */
export function suggestedArguments({ name, inputSchema }: Tool): Readonly<Record<string, string>> {
  const properties = Object.keys(inputSchema.properties ?? {})
  if (properties.length === 0) return { query: '{{query}}', k: '{{k}}' }
  const query = QUERY.find((one) => properties.includes(one))
  if (query === undefined) {
    throw new EngineFailure(
      `the tool \`${name}\` takes ${properties.map((one) => `\`${one}\``).join(', ')}; say with \`arguments\` which of them is the question`,
    )
  }
  const k = K.find((one) => properties.includes(one))
  return { [query]: '{{query}}', ...(k === undefined ? {} : { [k]: '{{k}}' }) }
}

import { engineRetriever } from './engine/retriever.ts'
import { type McpSettings, mcpSchema } from './mcp/settings.ts'
import type { StrategyType } from './strategy.ts'

/** A retriever that is the tool of an MCP server. */
export const mcp: StrategyType<McpSettings> = {
  summary:
    'Your own retriever, asked over the Model Context Protocol: a program that is started, or a server that runs.',
  schema: mcpSchema,
  external: true,
  parts: () => [],
  async build(settings, context) {
    const { McpEngine } = await import('./mcp/engine.ts')
    return engineRetriever(new McpEngine(settings, context), settings, context)
  },
}

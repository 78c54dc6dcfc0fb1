import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { foundHits } from './found-hits.ts'

/** A server made with the official SDK whose tool `search` looks up what was found before. */
export function searchServer(path: string): McpServer {
  const server = new McpServer({ name: 'looked-up', version: '1.0.0' })
  server.registerTool(
    'search',
    { description: 'Searches.', inputSchema: z.object({ query: z.string(), k: z.number().int() }) },
    async ({ query, k }) => {
      const hits = foundHits(path, query, k)
      return { content: [{ type: 'text', text: `${hits.length} hits` }], structuredContent: { hits: [...hits] } }
    },
  )
  return server
}

// As a program of its own: `sdk-server.ts FILE [reject]`, the latter to speak the protocol of 2026 and no older one.
const [, program, path, legacy] = process.argv
if (program?.endsWith('sdk-server.ts') && path !== undefined) {
  serveStdio(() => searchServer(path), legacy === 'reject' ? { legacy } : {})
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'

/** The address of an MCP server over Streamable HTTP that ends with the test. */
export async function mcpHttpServer(make: () => McpServer): Promise<string> {
  const handler = createMcpHandler(make)
  const server = createServer((request, response) => void serve(request, response))
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const { method = 'GET', url = '/' } = request
    const body = method === 'POST' ? { body: Buffer.concat(parts) } : {}
    const answer = await handler.fetch(new Request(`http://127.0.0.1${url}`, { method, headers, ...body }))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body !== null) for await (const part of answer.body) response.write(part)
    response.end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

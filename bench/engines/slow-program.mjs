// An MCP server over stdio without any package whose tool answers at once with so many hits, and says how long it took.
import { createInterface } from 'node:readline'
import { answerOf } from './answer.mjs'

const tools = [{ name: 'search', inputSchema: { type: 'object', properties: { query: {}, k: {} } } }]

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const { protocolVersion } = params ?? {}
  const results = {
    initialize: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } },
    'tools/list': { tools },
  }
  // Several questions are under way at once.
  const answered = method === 'tools/call' ? called(params.arguments) : Promise.resolve(results[method])
  answered.then((result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`))
}

async function called({ query, k }) {
  return { content: [{ type: 'text', text: JSON.stringify(await answerOf(query, k)) }] }
}

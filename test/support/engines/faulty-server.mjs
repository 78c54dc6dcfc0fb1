// An MCP server over stdio without any package, which fails as it is told to: `node faulty-server.mjs MODE`.
import { createInterface } from 'node:readline'

const mode = process.argv[2] ?? 'fine'
const hit = (path, score) => ({ id: path, path, score })
let calls = 0
const cancelled = []

const texts = {
  fine: () => JSON.stringify([hit('a.md', 2), hit('b.md', 1)]),
  many: () => JSON.stringify(Array.from({ length: 10_000 }, (_, at) => ({ id: `h${at}`, path: 'a.md', score: -at }))),
  duplicates: () => JSON.stringify([hit('a.md', 3), hit('b.md', 2), hit('a.md', 1)]),
  nan: () => '[{"id": "a.md", "score": NaN}]',
  unsorted: () => JSON.stringify([hit('a.md', 1), hit('b.md', 3)]),
  outside: () => JSON.stringify([hit('old.md', 2), hit('a.md', 1)]),
  'error-beside-nothing': () => JSON.stringify({ error: 'the index is being rebuilt', results: [] }),
  garbage: () => 'I found three documents about that!',
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'faulty', version: '1' },
  }),
  'tools/list': () => ({
    tools: (mode === 'no-tool' ? ['find', 'fetch'] : ['search']).map((name) => ({
      name,
      inputSchema: { type: 'object', properties: { q: { type: 'string' }, top_k: { type: 'integer' } } },
    })),
  }),
  'tools/call': ({ arguments: given }) => {
    calls++
    if (mode === 'blocks' || (mode === 'blocks-once' && given.q === 'question 2')) block()
    if (mode === 'counts')
      return {
        content: [
          { type: 'text', text: JSON.stringify([{ ...hit('a.md', 1), text: JSON.stringify({ calls, cancelled }) }]) },
        ],
      }
    if (mode === 'dies-once' && given.q === 'question 2' && calls > 1) die('out of memory')
    if (mode === 'dies-always' && calls > 2) die('out of memory')
    if (mode === 'echo')
      return { structuredContent: { hits: [{ id: 'a.md', score: 1, text: JSON.stringify(given) }] }, content: [] }
    if (mode === 'environment')
      return { structuredContent: { hits: [{ id: 'a.md', score: 1, text: JSON.stringify(process.env) }] }, content: [] }
    if (mode === 'says-key') return { isError: true, content: [{ type: 'text', text: `401 for ${process.env.KEY}` }] }
    if (mode === 'dies-with-key') die(`the key ${process.env.KEY} is wrong${'.'.repeat(360 + given.q.length)}`)
    if (mode === 'error') return { isError: true, content: [{ type: 'text', text: 'the index is being rebuilt' }] }
    return { content: [{ type: 'text', text: texts[mode in texts ? mode : 'fine']() }] }
  },
}

/** Works on one question and hears of nothing else. */
function block() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function die(words) {
  process.stderr.write(`Traceback (most recent call last):\n  MemoryError: ${words}\n`)
  process.exit(1)
}

if (mode === 'dies-at-start') die('the model is not there')
if (mode === 'silent') process.stdin.resume()
else {
  if (mode === 'noisy') process.stdout.write('loading the model...\n')
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line)
    if (method === 'notifications/cancelled') cancelled.push(params.requestId)
    if (id === undefined) continue
    if (mode === 'counts' && method === 'tools/call' && params.arguments.q === 'question 2') {
      calls++
      continue
    }
    if (method === 'tools/call' && mode === 'never') continue
    if (method === 'tools/call' && mode === 'gigabyte') {
      const part = 'x'.repeat(1_000_000)
      for (let at = 0; at < 1000; at++)
        if (!process.stdout.write(part)) await new Promise((go) => process.stdout.once('drain', go))
      continue
    }
    const answer = answers[method]
    const said =
      answer === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result: answer(params) }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`)
  }
}

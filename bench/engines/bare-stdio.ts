import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface BareStdio {
  /** What the tool's text holds. */
  ask(query: string, k: number): Promise<{ readonly took: number }>
  end(): void
}

/** A client of an MCP server over stdio without any package: lines are written and read, and nothing is looked at. */
export function bareStdio([command, ...args]: readonly string[]): BareStdio {
  const server = spawn(command!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (text: string) => void>()
  let last = 0
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line)
    waiting.get(id)?.(result.content[0].text)
    waiting.delete(id)
  })
  return {
    ask(query, k) {
      const id = ++last
      const params = { name: 'search', arguments: { query, k } }
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`)
      return new Promise((done) => waiting.set(id, (text) => done(JSON.parse(text))))
    },
    end: () => void server.stdin.end(),
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, errorOf, openStrategy } from '../../support/engines/strategy.ts'
import { pythonWith } from '../../support/python/python-with.ts'
import { repository } from '../../support/repository-files.ts'

const python = pythonWith('mcp', 'fastmcp')
const program = join(repository, 'test/support/python/search_server.py')

const PLACES = [
  ['a.md', 2, 4, 2],
  ['b.md', undefined, undefined, 1],
  ['c.md', undefined, undefined, 0.5],
]

type Entry = { readonly command: readonly string[] } | { readonly url: string }

const open = (entry: Entry, more: Record<string, unknown> = {}) =>
  openStrategy({ type: 'mcp', retries: 0, ...entry, ...more })

async function placesOf(entry: Entry, tool: string, k: number, query?: string) {
  const { hits } = await ask(await open(entry, { tool }), query, k)
  return hits.map(({ path, startLine, endLine, score }) => [path, startLine, endLine, score])
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listening(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  )
    await setTimeout(50)
}

// Each takes seconds to load its SDK.
describe.skipIf(python === null).each(['mcp', 'fastmcp'])('a server with %s', { timeout: 180_000 }, (sdk) => {
  const stdio = { command: [python!, program, sdk, 'stdio'] }
  let http: { readonly url: string }
  let stop = (): unknown => undefined
  beforeAll(async () => {
    const port = await freePort()
    const child = spawn(python!, [program, sdk, String(port)], { stdio: 'ignore' })
    stop = () => child.kill('SIGKILL')
    http = { url: `http://127.0.0.1:${port}/mcp` }
    await listening(http.url)
  }, 180_000)
  afterAll(() => stop())

  it('is asked over stdio with nothing but its command', async () => {
    expect(await placesOf(stdio, 'search', 10)).toEqual(PLACES)
  })

  it.each(['search', 'models', 'model', 'untyped', 'text'])(
    'has its hits read whatever a function returns: %s',
    async (tool) => {
      expect(await placesOf(http, tool, 10)).toEqual(PLACES)
      expect(await placesOf(http, tool, 1)).toEqual(PLACES.slice(0, 1))
      expect(await placesOf(http, tool, 0)).toEqual([])
    },
  )

  it('may be slow, but no slower than the config says', async () => {
    expect(await placesOf(http, 'slow', 2, '0.5')).toEqual(PLACES.slice(0, 2))
    expect(await errorOf(await open(http, { tool: 'slow', timeout: 0.2 }), '60')).toBe(
      'no answer within 0.2 s (`timeout`)',
    )
  })

  it('has an exception told, and no words taken for hits', async () => {
    expect(await errorOf(await open(stdio, { tool: 'fails' }))).toMatch(
      /^the tool answered with an error: .*the index is being/,
    )
    expect(await errorOf(await open(http, { tool: 'fails' }))).toMatch(/^the tool answered with an error: "Error /)
    expect(await errorOf(await open(http, { tool: 'words' }))).toContain(
      'text that is not JSON; it begins "I found three',
    )
  })
})

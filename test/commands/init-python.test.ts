import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { pythonServer } from '../../src/commands/init/python-server.ts'
import { init } from '../../src/commands/init.ts'
import { flagValues } from '../../src/commands/line/flag-values.ts'
import type { Ports } from '../../src/ports.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { repository } from '../support/repository-files.ts'

const python = { module: 'app.search', name: 'find_chunks' }

async function initialised(files: Record<string, string>) {
  const folder = temporaryFolder()
  write(folder, files)
  const said: string[] = []
  const ports = { cwd: folder, stdout: (text: string) => void said.push(text) } as Partial<Ports> as Ports
  expect(await init({ python }, ports)).toBe(0)
  return { read: (file: string) => readFileSync(join(folder, file), 'utf8'), said: said.join('') }
}

describe('init --python', () => {
  it('writes the server of the examples, over another function', () => {
    const example = readFileSync(join(repository, 'examples/python/server.py'), 'utf8')
    expect(pythonServer({ module: 'my_retriever', name: 'search' })).toBe(example)
    expect(pythonServer(python)).toBe(
      example.replace('from my_retriever import search', 'from app.search import find_chunks as search'),
    )
  })

  it('makes the function the strategy that ships, beside bm25 to compare it with', async () => {
    const { read, said } = await initialised({ 'docs/a.md': '# A\n' })
    const { strategies, primary } = parse(read('retrieval-gate.yml'))
    const own = { type: 'mcp', command: ['python3', 'retrieval_server.py'], concurrency: 1 }
    expect({ strategies, primary }).toEqual({ strategies: { mine: own, bm25: { type: 'bm25' } }, primary: 'mine' })
    expect(read('retrieval_server.py')).toContain('from app.search import find_chunks as search')
    expect(said).toContain('wrote retrieval_server.py\n')
    expect(said).toContain('2. Try it: retrieval-gate check, then retrieval-gate run\n')
  })

  it('leaves a config that is there as it is, and says what to add', async () => {
    const { read, said } = await initialised({ 'retrieval-gate.yml': 'name: mine\n' })
    expect(read('retrieval-gate.yml')).toBe('name: mine\n')
    expect(said).toBe(`wrote retrieval_server.py

Add this to \`strategies\` in retrieval-gate.yml:

  mine:
    type: mcp
    command: [python3, retrieval_server.py]
    concurrency: 1 # it answers one question at a time
`)
  })

  it.each(['search_app', 'search_app.py:find', 'a-b:find', 'a:find()', 'a:b\nimport os', ':find'])(
    'takes no %j for a function',
    (text) => {
      expect(() => flagValues.pythonFunction(text)).toThrow('MODULE:FUNCTION')
    },
  )
})

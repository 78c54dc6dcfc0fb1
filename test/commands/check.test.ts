import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CheckFlags, check } from '../../src/commands/check.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { portsAt } from '../pipeline/workspace.ts'
import { httpServer, sendJson } from '../support/engines/http-server.ts'
import { repository } from '../support/repository-files.ts'

const CONFIG = (url: string) => `documents: { include: ["docs/**"] }
queries: q.jsonl
strategies:
  bm25: { type: bm25 }
  http: { type: http, url: ${url}, body: { q: "{{query}}" }, engineTime: took }
  mcp: { type: mcp, command: [${process.execPath}, ${join(repository, 'test/support/engines/faulty-server.mjs')}, error] }
`

async function checked(flags: Partial<CheckFlags> = {}) {
  const server = await httpServer((_, response) =>
    sendJson(response, {
      took: 2,
      hits: [
        { path: 'docs/a.md', lines: [1, 2], score: 2, text: 'Passwords are\nhashed.' },
        { path: 'old.md', score: 1 },
      ],
    }),
  )
  const folder = temporaryFolder()
  write(folder, {
    'retrieval-gate.yml': CONFIG(server.url),
    'q.jsonl': '{"id": "Q1", "query": "passwords?", "expected_files": ["docs/a.md"]}\n',
    'docs/a.md': 'Passwords are\nhashed.\n',
  })
  const said: string[] = []
  const stdout = (text: string) => void said.push(text)
  const ports = { ...portsAt(folder), fetch, stdout }
  return { code: await check({ k: 5, ...flags }, ports), stdout: said.join(''), server }
}

describe('`check`', () => {
  it('asks every strategy the first question, shows what came back and what maps to nothing, and fails where one fails', async () => {
    const { code, stdout, server } = await checked()
    expect(code).toBe(2)
    expect(server.received.map(({ body }) => body)).toEqual(['{"q":"passwords?"}'])
    expect(
      stdout.replace(/\d+\.\d+ ms/g, 'T ms').replace(/^( 1\. )\S+( {2}docs\/a\.md:1-2)/m, '$1S$2'),
    ).toBe(`Asking: passwords?

bm25 (bm25): 1 hit in T ms
 1. S  docs/a.md:1-2
    Passwords are hashed.

http (http): 2 hits in T ms, of which the engine says T ms
 1. 2.0000  docs/a.md:1-2
    Passwords are hashed.
 2. 1.0000  old.md
    not in the knowledge base: matches no judgment
  Note: http: 1 hit of 1 question maps to nothing in the knowledge base and counts as not relevant: old.md.

mcp (mcp): FAILED
  the tool answered with an error: "the index is being rebuilt"

2 of 3 answered
`)
  })

  it('asks one strategy what is wanted', async () => {
    const { code, stdout, server } = await checked({ strategy: 'http', query: 'hashing', k: 1, json: true })
    expect(code).toBe(0)
    expect(server.received.map(({ body }) => body)).toEqual(['{"q":"hashing"}'])
    expect(JSON.parse(stdout)).toMatchObject({
      query: 'hashing',
      strategies: [
        { name: 'http', type: 'http', answer: { hits: [{ path: 'docs/a.md', startLine: 1 }], engineTime: 2 } },
      ],
    })
  })

  it('asks nothing without words', async () => {
    await expect(checked({ query: ' ' })).rejects.toThrow(
      'there is nothing to ask\n  to do:    give --query some words',
    )
  })

  it('knows no strategy that the config does not have', async () => {
    await expect(checked({ strategy: 'htp' })).rejects.toThrow('did you mean `http`?')
  })
})

import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import { parseConfig } from '../../src/config/load-config.ts'
import { loadKnowledge } from '../../src/knowledge/load-knowledge.ts'
import { runPipeline } from '../../src/pipeline.ts'
import { registries } from '../../src/registries.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { contextOf } from '../strategies/chunks.ts'
import { type FoundHits, foundHits, writeFoundHits } from '../support/engines/found-hits.ts'
import { httpServer, sendJson } from '../support/engines/http-server.ts'
import { mcpHttpServer } from '../support/engines/mcp-http-server.ts'
import { searchServer } from '../support/engines/sdk-server.ts'
import { repository } from '../support/repository-files.ts'
import { documents, portsAt, questions } from './workspace.ts'

const COUNT = 30
const hasPython = spawnSync('python3', ['--version']).status === 0

/** A retriever in Python that looks up what was found before. */
const RETRIEVER = `import json
FOUND = json.load(open("found.json", encoding="utf-8"))
def search(query, k):
    hits = FOUND.get(query, [])[:k]
    return [{"id": h["id"], "path": h["path"], "start_line": h["startLine"], "end_line": h["endLine"], "score": h["score"], "text": h["text"]} for h in hits]
`

const CONFIG = (http: string, mcp: string, python: boolean) => `name: test
documents: { include: ["docs/**"] }
queries: questions.jsonl
strategies:
  bm25: { type: bm25 }
  http: { type: http, url: ${http}, body: { query: "{{query}}", k: "{{k}}" } }
  sdk: { type: mcp, command: [${process.execPath}, --import, '${import.meta.resolve('tsx')}', ${join(repository, 'test/support/engines/sdk-server.ts')}, found.json], cwd: . }
  remote: { type: mcp, url: ${mcp} }
${python ? '  python: { type: mcp, command: [python3, server.py] }\n' : ''}`

it('gives the same report whether a retriever is asked in-process, over HTTP, or over MCP in any of its ways', async () => {
  if (!hasPython) console.warn('there is no python3 here: the server in Python is left out')
  const folder = temporaryFolder()
  const found = join(folder, 'found.json')
  const http = await httpServer(({ body }, response) => {
    const { query, k } = JSON.parse(body) as { query: string; k: number }
    sendJson(response, foundHits(found, query, k))
  })
  const config = CONFIG(http.url, await mcpHttpServer(() => searchServer(found)), hasPython)
  const asked = questions(COUNT, (line, at) => ({
    ...line,
    query: at % 3 === 0 ? 'What is explained here?' : line.query,
  }))
  write(folder, {
    'retrieval-gate.yml': config,
    'questions.jsonl': asked,
    'my_retriever.py': RETRIEVER,
    ...documents(COUNT),
  })
  copyFileSync(join(repository, 'examples/python/server.py'), join(folder, 'server.py'))
  writeFoundHits(found, await bm25Hits(folder, parseConfig(config, 'retrieval-gate.yml', registries), asked))

  const result = await runPipeline({ timing: false }, { ...portsAt(folder), fetch })
  const { strategies, warnings } = JSON.parse(result.files.get('report.json')!) as {
    strategies: Record<string, Record<string, unknown>>
    warnings: string[]
  }
  expect(warnings).toEqual([])
  const { type: _, fingerprint: __, ceiling: ___, index: ____, external, ...expected } = strategies.bm25!
  expect(external).toBe(false)
  expect(Object.keys(expected.rankings as object)).toHaveLength(COUNT)
  const others = Object.keys(strategies).filter((name) => name !== 'bm25')
  expect(others).toHaveLength(hasPython ? 4 : 3)
  for (const name of others) {
    expect(strategies[name], name).toMatchObject({ external: true, ceiling: null })
    const { type: _, fingerprint: __, ceiling: ___, external: ____, ...got } = strategies[name]!
    expect(got, name).toEqual(expected)
  }
}, 60_000)

/** All that bm25 finds for each question, with the texts. */
async function bm25Hits(folder: string, config: Config, lines: string): Promise<FoundHits> {
  const { signal } = new AbortController()
  const knowledge = await loadKnowledge({ ...config, root: folder, outputFolder: join(folder, config.output), signal })
  const type = registries.strategies.bm25 as typeof import('../../src/strategies/registry.ts')['strategyTypes']['bm25']
  const retriever = await type.build(type.schema.parse({}), contextOf(await knowledge.chunks()))
  const texts = lines
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { query: string }).query)
  const rankings = await retriever.retrieveAll!(
    texts.map((text) => ({ id: text, text })),
    1000,
    signal,
  )
  return Object.fromEntries(texts.map((text, index) => [text, rankings[index]!.hits]))
}

import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Hit } from '../../src/model.ts'
import { write } from '../knowledge/temporary-workspace.ts'
import { lanternFolder, runCli } from '../support/cli/run-cli.ts'
import { type FoundHits, foundHits, writeFoundHits } from '../support/engines/found-hits.ts'
import { httpServer, sendJson } from '../support/engines/http-server.ts'
import { mcpHttpServer } from '../support/engines/mcp-http-server.ts'
import { searchServer } from '../support/engines/sdk-server.ts'
import { repository } from '../support/repository-files.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.info('skipped: there is no python3 to run the server of the examples with')

const FOUND = 'found.json'
/** A retriever in Python that looks up what was found before: in the place of the one of the examples. */
const PYTHON = `import json


def search(query, k):
    with open("${FOUND}", encoding="utf-8") as file:
        return json.load(file).get(query, [])[:k]
`

interface Report {
  readonly chunks: readonly { readonly id: string; readonly path: string; readonly lines: readonly [number, number] }[]
  readonly queries: Readonly<Record<string, { readonly text: string }>>
  readonly fingerprints: Readonly<Record<string, string>>
  readonly strategies: {
    readonly mine: { readonly rankings: Readonly<Record<string, readonly (readonly [number, number])[]>> }
  }
}

interface Evaluated {
  readonly report: Report
  /** Name of a report for people or other programs -> its text. */
  readonly others: Readonly<Record<string, string>>
}

/** The bundled command in a clean folder, over a gate whose only strategy is the one given. */
async function evaluated(entry: object, found?: FoundHits): Promise<Evaluated> {
  const folder = lanternFolder('docs', 'datasets')
  cpSync(join(repository, 'examples/python/server.py'), join(folder, 'server.py'))
  write(folder, {
    'my_retriever.py': PYTHON,
    'retrieval-gate.yml': `documents: { include: ["docs/**/*.md"] }
queries: datasets/questions.jsonl
strategies: { mine: ${JSON.stringify(entry)} }
`,
  })
  if (found !== undefined) writeFoundHits(join(folder, FOUND), found)
  const env = { PATH: process.env.PATH ?? '' }
  const result = await runCli(folder, ['run', '--no-timing', '--no-cache', '--quiet'], { env })
  expect(result).toMatchObject({ code: 0, stderr: '' })
  const reports = join(folder, 'retrieval-gate-report')
  const texts = readdirSync(reports, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name !== 'report.json')
    .map(({ name, parentPath }): [string, string] => {
      // The one table that names the type of a strategy.
      const text = readFileSync(join(parentPath, name), 'utf8').replace(
        /(`|<code>)(?:http|mcp)(`|<\/code>)/,
        '$1TYPE$2',
      )
      return [name, text]
    })
  const report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8')) as Report
  return { report, others: Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** What a retriever of one's own would return to be this one. */
function hitsIn({ chunks, queries, strategies }: Report): FoundHits {
  const hitOf = ([index, score]: readonly [number, number]): Hit => {
    const { id, path, lines } = chunks[index]!
    return { id, path, startLine: lines[0], endLine: lines[1], score }
  }
  const { rankings } = strategies.mine
  return Object.fromEntries(Object.entries(rankings).map(([id, hits]) => [queries[id]!.text, hits.map(hitOf)]))
}

/** The report without what says which kind of strategy it is of. */
function sameFor({ fingerprints, strategies, ...rest }: Report, ...kind: readonly string[]): object {
  const mine = Object.entries(strategies.mine).filter(([key]) => !kind.includes(key))
  return { ...rest, fingerprints: { ...fingerprints, config: '' }, mine: Object.fromEntries(mine) }
}

const KIND = ['type', 'fingerprint']

describe('one retriever, however it is asked', () => {
  it.skipIf(!hasPython)(
    'has the same hits and the same report: in this process, over HTTP, and over MCP in three ways',
    async () => {
      const own = await evaluated({ type: 'bm25' })
      const found = hitsIn(own.report)
      const path = join(lanternFolder('datasets'), FOUND)
      writeFoundHits(path, found)
      const web = await httpServer(({ body }, response) => {
        const { query, k } = JSON.parse(body) as { query: string; k: number }
        sendJson(response, { hits: foundHits(path, query, k) })
      })
      const sdk = join(repository, 'test/support/engines/sdk-server.ts')
      const entries = {
        http: { type: 'http', url: web.url, body: { query: '{{query}}', k: '{{k}}' } },
        python: { type: 'mcp', command: ['python3', 'server.py'] },
        sdk: { type: 'mcp', command: [process.execPath, '--import', import.meta.resolve('tsx'), sdk, path] },
        'streamable http': { type: 'mcp', url: await mcpHttpServer(() => searchServer(path)) },
      }
      const [http, ...others] = await Promise.all(Object.values(entries).map((entry) => evaluated(entry, found)))
      // The questions have answers, and they were found: nothing is the same because it is empty.
      expect(Object.values(own.report.strategies.mine.rankings).flat().length).toBeGreaterThan(50)
      // What cannot be known of something outside of this process: all that it could return, and what its index takes.
      const inside = ['external', 'ceiling', 'index']
      expect(sameFor(http!.report, ...KIND, ...inside)).toEqual(sameFor(own.report, ...KIND, ...inside))
      for (const other of others) {
        expect(sameFor(other.report, ...KIND)).toEqual(sameFor(http!.report, ...KIND))
        expect(other.others).toEqual(http!.others)
      }
      expect(Object.keys(http!.others)).toEqual(expect.arrayContaining(['comment.md', 'junit.xml', 'summary.md']))
    },
    240_000,
  )
})

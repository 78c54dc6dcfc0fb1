import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runPipeline } from '../../src/pipeline.ts'
import { temporaryFolder } from '../knowledge/temporary-workspace.ts'
import { nodes, runCli } from '../support/cli/run-cli.ts'
import { openAiServer } from '../support/model-server/openai-server.ts'
import { scriptedWriter } from '../support/model-server/scripted-writer.ts'
import { useLite } from '../support/model-server/use-lite.ts'
import { repository } from '../support/repository-files.ts'

const CONFIG = 'nine-strategies.yml'
const STORE = 'nine-strategies.models'
const SERVER = 'http://127.0.0.1:8089'

/** A copy of the example in a folder of its own, as in a clean clone. */
function example(): string {
  const folder = temporaryFolder()
  for (const part of ['docs', 'datasets', CONFIG, STORE]) {
    cpSync(join(repository, 'examples', part), join(folder, part), { recursive: true })
  }
  return folder
}

async function offline(folder: string, node?: string): Promise<string> {
  const args = ['run', '--config', CONFIG, '--offline', '--no-timing', '--no-cache', '--out', 'report']
  const result = await runCli(folder, args, node === undefined ? {} : { node })
  expect(result).toMatchObject({ code: 0, stderr: '' })
  return readFileSync(join(folder, 'report/report.json'), 'utf8')
}

const NINE = ['vector', 'bm25', 'hybrid', 'hyde', 'qna', 'graph', 'rerank', 'raptor', 'hybrid-rerank']

test('the nine strategies replay from what is committed, without a server, to the same bytes under every Node', async () => {
  const reports: string[] = []
  for (const node of nodes) reports.push(await offline(example(), node))
  const { strategies, queries } = JSON.parse(reports[0]!)
  expect(Object.keys(strategies)).toEqual(expect.arrayContaining(NINE))
  for (const name of NINE) {
    expect(Object.keys(strategies[name].rankings), name).toHaveLength(Object.keys(queries).length)
    expect(strategies[name].errors, name).toEqual({})
    expect(strategies[name].summary['ndcg@10'].point, name).toBeGreaterThan(0.5)
  }
  for (const report of reports) expect(report).toBe(reports[0])
})

test('the page about them shows the table that they print', async () => {
  const { strategies } = JSON.parse(await offline(example()))
  const page = readFileSync(join(repository, 'docs/nine-strategies.md'), 'utf8')
  for (const name of Object.keys(strategies)) {
    const { point, lower, upper } = strategies[name].summary['ndcg@10']
    expect(page).toContain(
      `| ${name} | ${[point, lower, upper].map((value: number) => value.toFixed(3)).join(' | ')} |`,
    )
  }
})

test('what is committed came from the model that it names: asked again, it answers the same', async () => {
  const folder = example()
  const server = await openAiServer({ embed: await useLite(), chat: scriptedWriter })
  try {
    const result = await runPipeline(
      { config: CONFIG, out: 'report', cache: false, timing: false },
      {
        cwd: folder,
        env: {},
        stdout: () => {},
        stderr: () => {},
        now: () => 0,
        fetch: (input, init) => fetch(String(input).replace(SERVER, server.url), init),
        isTerminal: false,
        signal: new AbortController().signal,
        platform: {},
      },
    )
    expect(result.verdict.status).toBe('pass')
    // The canaries, and nothing that is in the store.
    expect(server.asked.map(({ path }) => path)).toEqual(['/v1/embeddings'])
    expect(result.files.get('report.json')).toBe(await offline(example()))
  } finally {
    await server.close()
  }
})

test('recorded once from a server, a run replays to the same bytes when the server is gone', async () => {
  const folder = example()
  rmSync(join(folder, STORE), { recursive: true })
  const embed = async (texts: readonly string[]) => texts.map((text) => [text.length % 7, text.length % 5, 1])
  const server = await openAiServer({ embed, chat: scriptedWriter })
  const config = readFileSync(join(folder, CONFIG), 'utf8').replaceAll(SERVER, server.url)
  writeFileSync(join(folder, CONFIG), config)
  const args = ['run', '--config', CONFIG, '--no-timing', '--no-cache', '--out', 'report']
  expect((await runCli(folder, args)).code).not.toBe(2)
  const recorded = readFileSync(join(folder, 'report/report.json'), 'utf8')
  const calls = server.asked.length
  await server.close()
  expect(calls).toBeGreaterThan(10)
  const other = temporaryFolder()
  for (const part of ['docs', 'datasets', CONFIG, STORE])
    cpSync(join(folder, part), join(other, part), { recursive: true })
  await runCli(other, [...args, '--offline'])
  expect(readFileSync(join(other, 'report/report.json'), 'utf8')).toBe(recorded)
  expect(existsSync(join(other, STORE))).toBe(true)
  expect(readdirSync(join(other, 'report')).sort()).toEqual(readdirSync(join(folder, 'report')).sort())
})

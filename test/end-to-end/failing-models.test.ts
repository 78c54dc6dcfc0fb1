import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { documents, questions } from '../pipeline/workspace.ts'
import { builtCli, runCli } from '../support/cli/run-cli.ts'
import type { Answer, JsonServer } from '../support/model-server/json-server.ts'
import { type OpenAiOptions, openAiServer } from '../support/model-server/openai-server.ts'

const COUNT = 6
let server: (JsonServer & { readonly baseUrl: string }) | undefined
beforeAll(async () => void (await builtCli()), 120_000)
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Numbers that tell texts apart. */
const vectorOf = (text: string): number[] =>
  Array.from({ length: 8 }, (_, at) => 1 + (text.charCodeAt((at * 7) % text.length) % 13))
const embed = async (texts: readonly string[]) => texts.map(vectorOf)
const chat = (prompt: string) => `About ${/w[a-z]{2}zk/.exec(prompt)?.[0]}: it is explained.`

async function workspace(strategies: string, answers: OpenAiOptions): Promise<string> {
  server = await openAiServer({ embed, chat, ...answers })
  const model = `type: openai-compatible, model: m, baseUrl: "${server.baseUrl}", retries: 2, timeout: 1`
  const folder = temporaryFolder()
  write(folder, {
    ...documents(COUNT),
    'questions.jsonl': questions(COUNT),
    'retrieval-gate.yml': `name: test
documents: { include: ["docs/**"] }
queries: questions.jsonl
embedders: { small: { ${model}, batch: 2, concurrency: 1 } }
chats: { writer: { ${model}, concurrency: 1 } }
strategies:
  dense: { type: dense, embedder: small }
${strategies}`,
  })
  return folder
}

const gate = (folder: string) => runCli(folder, ['run', '--no-timing', '--no-cache', '--quiet'])
const reportOf = (folder: string) => readFileSync(join(folder, 'retrieval-gate-report/report.json'), 'utf8')
const promptsFrom = (first: number) =>
  server!.asked.slice(first).filter(({ path }) => path.endsWith('completions')).length
const HYDE = '  hyde: { type: hyde, of: dense, chat: writer }\n'

it('a text that a question needs and does not get is the error of that question; the others are scored, and kept', async () => {
  let failing = true
  const folder = await workspace(HYDE, {
    chat: (prompt) => (failing && prompt.includes('waczk') ? '' : chat(prompt)),
  })
  const { code, stdout } = await gate(folder)
  expect([code, stdout]).toEqual([2, expect.stringContaining('hyde erred on 1 question')])
  const { strategies } = JSON.parse(reportOf(folder))
  expect(strategies.dense.errors).toEqual({})
  expect(strategies.hyde.errors).toEqual({ Q03: expect.stringContaining('it answered with an empty text, 3 times') })
  expect(Object.keys(strategies.hyde.rankings)).toHaveLength(COUNT - 1)
  failing = false
  const before = server!.asked.length
  expect((await gate(folder)).code).toBe(0)
  expect(promptsFrom(before)).toBe(1)
})

it('a text that an index needs and does not get stops the run cleanly: what was paid for is kept', async () => {
  let failing = true
  const folder = await workspace('  qna: { type: qna, of: dense, chat: writer }\n', {
    chat: (prompt) => (failing && prompt.includes('waczk') ? ' ' : chat(prompt)),
  })
  const { code, stderr } = await gate(folder)
  expect(code).toBe(2)
  expect(stderr).toMatch(/^chat `writer` \(openai-compatible\/m\): it answered with an empty text, 3 times/m)
  expect(stderr).toContain(
    'nothing is lost: what was answered is in the model store, and the next run goes on from there',
  )
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
  const paid = server!.asked.filter(({ path }) => path.endsWith('completions')).length - 3
  failing = false
  const before = server!.asked.length
  expect((await gate(folder)).code).toBe(0)
  expect([paid > 0, promptsFrom(before)]).toEqual([true, COUNT - paid])
})

it('what passes is tried again, and the report is the same to the byte', async () => {
  const soon = { 'retry-after': '0' }
  const faults: readonly Answer[] = [
    { status: 429, json: { error: { message: 'slow down' } }, headers: soon },
    { status: 503, json: { error: { message: 'not now' } }, headers: { 'retry-after-ms': '1' } },
    { broken: '{"data": [{"embed' },
  ]
  const calm = await workspace(HYDE, {})
  expect((await gate(calm)).code).toBe(0)
  await server!.close()
  const stormy = await workspace(HYDE, {
    fault: (n) => (n % 4 === 1 ? faults[Math.floor(n / 4) % faults.length] : undefined),
  })
  expect((await gate(stormy)).code).toBe(0)
  const withoutAddress = (folder: string) =>
    reportOf(folder).replaceAll(/"config": "[0-9a-f]+"|"fingerprint": "[0-9a-f]+"/g, '')
  expect(withoutAddress(stormy)).toBe(withoutAddress(calm))
})

it.each([
  ['another length', [1, 2, 3], 'it answered with a vector of 3 dimensions, where it had 8 before, 3 times'],
  ['no vector at all', [], 'it answered with an empty vector, 3 times'],
])('vectors of %s stop the run, and those before are kept', async (_, wrong, message) => {
  let failing = true
  let calls = 0
  const folder = await workspace('', {
    embed: async (texts) => texts.map((text) => (failing && calls++ >= 2 ? wrong : vectorOf(text))),
  })
  const { code, stderr } = await gate(folder)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(stderr).toContain('nothing is lost')
  const kept = (server!.asked[0]!.body.input as string[]).length
  failing = false
  const before = server!.asked.length
  expect((await gate(folder)).code).toBe(0)
  const again = server!.asked.slice(before).flatMap(({ body }) => body.input as string[])
  expect(again.filter((text) => (server!.asked[0]!.body.input as string[]).includes(text))).toEqual([])
  expect(kept).toBe(2)
})
